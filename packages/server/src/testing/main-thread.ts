/**
 * Does the work, and returns the longest time in milliseconds that this thread computed without answering anything else.
 * It counts CPU time of this thread only, so that a machine that is busy with other things does not change it.
 */
export async function measureLongestBlock(work: () => Promise<unknown>): Promise<number> {
  let longestMicroseconds = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const now = process.threadCpuUsage()
    longestMicroseconds = Math.max(longestMicroseconds, now.user + now.system - last.user - last.system)
    last = now
  }
  const timer = setInterval(look, 1)
  try {
    await work()
  } finally {
    clearInterval(timer)
    look()
  }
  return longestMicroseconds / 1000
}

/** The longest time in milliseconds for which one request may keep others waiting. */
export const MAX_BLOCK_MS = 250
