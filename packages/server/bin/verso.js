#!/usr/bin/env node
// Verso needs what Node has from 24.7 on; on an older one this hands over to the Node that `npm ci`
// installed, or says what is missing.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 24 || (major === 24 && minor >= 7)) {
  await import('../src/main.ts')
} else {
  handOver(fileURLToPath(import.meta.url))
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
