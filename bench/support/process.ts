import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program under measurement. */
export interface Program {
  pid: number
  url: string
  stop(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

interface Starting {
  port: number
  env: Record<string, string>
  /** The path that answers when it is ready. */
  ready: string
}

/** Starts a Node program and waits until it answers. */
export const start = (script: string, args: string[], starting: Starting): Promise<Program> =>
  startProgram(process.execPath, [script, ...args], starting)

export async function startProgram(
  program: string,
  args: string[],
  { port, env, ready }: Starting,
): Promise<Program> {
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${args[0] ?? program} stopped while starting`)
    const answer = await fetch(url + ready).catch(() => undefined)
    if (answer?.ok) break
    await sleep(50)
  }
  const stop = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return { pid: child.pid ?? 0, url, stop }
}

/**
 * CPU milliseconds that a process has used so far, since it was looked at first: threads that had ended by then are not counted.
 * Undefined where the system does not tell.
 */
export function cpuOf(pid: number): number | undefined {
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return undefined
  const used = cpuByThread.get(pid) ?? new Map<string, number>()
  cpuByThread.set(pid, used)
  for (const thread of readdirSync(folder)) {
    const milliseconds = readThreadCpu(`${folder}/${thread}/schedstat`)
    if (milliseconds !== undefined) used.set(thread, milliseconds)
  }
  return used.values().reduce((sum, milliseconds) => sum + milliseconds, 0)
}

/** What each thread of a process had used when it was last looked at. Threads end, and what they used stays used. */
const cpuByThread = new Map<number, Map<string, number>>()

/** In nanoseconds of the scheduler; `/proc/<pid>/stat` counts in steps of ten milliseconds. */
function readThreadCpu(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6
  } catch {
    // The thread has ended since it was listed.
    return undefined
  }
}

/** The CPU time of a program together with its child processes. */
export function cpuWithChildren(pid: number): number | undefined {
  if (!existsSync('/proc')) return undefined
  const children = processes().filter(({ ppid }) => ppid === pid)
  return [pid, ...children.map((child) => child.pid)]
    .map((each) => cpuOf(each) ?? 0)
    .reduce((sum, milliseconds) => sum + milliseconds, 0)
}

/**
 * The same for PostgreSQL: the server process and its children. Those that clean up after what was measured before come
 * and go as they like, and are left out.
 */
export function postgresCpu(parent: number): number | undefined {
  if (!existsSync('/proc')) return undefined
  const used = postgresCpuByProcess.get(parent) ?? new Map<number, number>()
  postgresCpuByProcess.set(parent, used)
  for (const pid of postgresPids(parent)) used.set(pid, cpuOf(pid) ?? used.get(pid) ?? 0)
  return used.values().reduce((sum, milliseconds) => sum + milliseconds, 0)
}

/** What each process had used when it was last looked at. Connections end while others are measured, and what they used stays used. */
const postgresCpuByProcess = new Map<number, Map<number, number>>()

/** The processes of the PostgreSQL that a process has started, without those that clean up. */
export function postgresPids(parent: number): number[] {
  if (!existsSync('/proc')) return []
  const all = processes()
  const children = (of: number): number[] => all.filter(({ ppid }) => ppid === of).map(({ pid }) => pid)
  const postmaster = children(parent)
  return [...postmaster, ...postmaster.flatMap(children).filter((pid) => !cleansUp(pid))]
}

/** Bytes in memory that processes have together; what they share is counted once. Undefined where the system does not tell. */
export function residentBytes(pids: readonly number[]): number | undefined {
  if (!existsSync('/proc/self/smaps_rollup')) return undefined
  return pids.reduce((sum, pid) => sum + readProportionalBytes(pid), 0)
}

function readProportionalBytes(pid: number): number {
  try {
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    // The process has ended since it was listed.
    return 0
  }
}

function cleansUp(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('autovacuum worker')
  } catch {
    return true
  }
}

function processes(): { pid: number; ppid: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, ppid] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return [{ pid: Number(name), ppid: Number(ppid) }]
      } catch {
        return []
      }
    })
}
