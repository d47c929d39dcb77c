// Loaded into a server with `--import`. Writes down each time its main thread was busy for long without a turn of the
// event loop, in milliseconds of CPU time: that is how long a request waits at least, however busy the machine is.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.VERSO_TEST_WATCH_FILE
const MIN_BUSY_MS = 20
const CHECK_INTERVAL_MS = 5

const readCpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

if (file !== undefined && isMainThread && process.argv.includes('serve')) {
  let last = readCpuMs()
  setInterval(() => {
    const now = readCpuMs()
    if (now - last > MIN_BUSY_MS) appendFileSync(file, `${now - last}\n`)
    last = readCpuMs()
  }, CHECK_INTERVAL_MS).unref()
}
