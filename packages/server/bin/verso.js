#!/usr/bin/env node
// Verso needs what Node has from 24.7 on; on an older one this hands over to the Node that `npm ci`
// installed, or says what is missing.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 24 || (major === 24 && minor >= 7)) {
  if (process.argv[2] === 'serve') limitMemory()
  await import('../src/main.ts')
} else {
  handOver(fileURLToPath(import.meta.url))
}

/**
 * Begins this process again with smaller limits for memory that is not in use: that of new objects (up to 128 MB otherwise, for
 * objects that live for one request), and that which the allocator of glibc keeps. Both can only be set at the start, and so can
 * that the process may collect its garbage when it is at rest (`monitoring/memory-release.ts`).
 */
function limitMemory() {
  const flag = '--max-semi-space-size'
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  // Systems without this call, and a parent that speaks to this process, go without.
  if (given.includes(flag) || process.execve === undefined || process.channel) return
  const args = [process.execPath, `${flag}=8`, '--expose-gc', ...process.execArgv, ...process.argv.slice(1)]
  const allocator = {
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '131072',
    MALLOC_MMAP_THRESHOLD_: '65536',
  }
  process.execve(process.execPath, args, { ...allocator, ...process.env })
}

function handOver(here) {
  let node
  try {
    node = join(dirname(createRequire(here).resolve('node/package.json')), 'bin', 'node')
  } catch {
    process.stderr.write(`Verso needs Node 24.7 or later; this is ${process.version}.\n`)
    process.exitCode = 1
    return
  }
  const child = spawn(node, [here, ...process.argv.slice(2)], { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`Verso cannot run ${node}: ${error.message}.\n`)
    process.exitCode = 1
  })
  // This process ends as that one did, so that whoever started it sees no difference.
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code ?? 1
    else {
      for (const name of signals) process.removeAllListeners(name)
      process.kill(process.pid, signal)
    }
  })
}
