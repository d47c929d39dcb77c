import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { generateSshKey } from './ssh-key.ts'

const hasProgram = (() => {
  try {
    // It ends with a usage message and an error, unless it is not installed.
    execFileSync('ssh-keygen', ['-?'], { stdio: 'ignore' })
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
})()

test('no two keys are the same, and the public half is one line with the comment', () => {
  const [one, other] = [generateSshKey('one@example.com'), generateSshKey('other')]
  expect(one.publicKey).toMatch(/^ssh-ed25519 [A-Za-z0-9+/]{68} one@example\.com$/)
  expect(one.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  expect(other.fingerprint).not.toBe(one.fingerprint)
})

test.skipIf(!hasProgram)('OpenSSH reads the private key and finds the same public half', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verso-ssh-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // The length of the comment decides how much padding the file has.
  for (const comment of ['a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef', 'abcdefg', 'abcdefgh']) {
    const { publicKey, privateKey, fingerprint } = generateSshKey(comment)
    const file = join(folder, comment)
    writeFileSync(file, privateKey, { mode: 0o600 })
    expect(execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' }).trim()).toBe(publicKey)
    expect(execFileSync('ssh-keygen', ['-l', '-f', file], { encoding: 'utf8' })).toContain(fingerprint)
  }
})
