import autocannon from 'autocannon'

export interface Load {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** One row of the results. */
export interface Measurement {
  name: string
  requestsPerSecond: number
  p50: number
  p99: number
  /** CPU milliseconds a request, of the program and of PostgreSQL. */
  cpu: number | undefined
  postgresCpu: number | undefined
  bytes: number
}

export interface Meters {
  cpu: () => number | undefined
  postgresCpu: () => number | undefined
}

const connections = 50
const warmUpSeconds = 2
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)

/** Sends requests for a while, after a warm-up, and reads the meters before and after. */
export async function measure(name: string, load: Load, meters: Meters): Promise<Measurement> {
  await autocannon({ ...load, connections, duration: warmUpSeconds })
  const before = { cpu: meters.cpu(), postgresCpu: meters.postgresCpu() }
  const result = await autocannon({ ...load, connections, duration: seconds })
  const after = { cpu: meters.cpu(), postgresCpu: meters.postgresCpu() }
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`)
  }
  const { total } = result.requests
  return {
    name,
    requestsPerSecond: Math.round(total / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: perRequest(before.cpu, after.cpu, total),
    postgresCpu: perRequest(before.postgresCpu, after.postgresCpu, total),
    bytes: Math.round(result.throughput.total / total),
  }
}

/** Asks for each of these once, one after another: what somebody waits who is the first to ask. */
export async function measureEach(
  name: string,
  loads: readonly Load[],
  meters: Meters,
): Promise<Measurement> {
  const took: number[] = []
  let bytes = 0
  const before = { cpu: meters.cpu(), postgresCpu: meters.postgresCpu() }
  const began = performance.now()
  for (const { url, ...init } of loads) {
    const started = performance.now()
    const answer = await fetch(url, init)
    bytes += (await answer.arrayBuffer()).byteLength
    took.push(performance.now() - started)
    if (!answer.ok) throw new Error(`${name}: ${url} was answered ${answer.status}`)
  }
  const elapsed = performance.now() - began
  took.sort((a, b) => a - b)
  return {
    name,
    requestsPerSecond: Math.round((loads.length * 1000) / elapsed),
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    cpu: perRequest(before.cpu, meters.cpu(), loads.length),
    postgresCpu: perRequest(before.postgresCpu, meters.postgresCpu(), loads.length),
    bytes: Math.round(bytes / loads.length),
  }
}

/** Runs something of our own many times, a few at once, in this process. */
export async function measureCalls(
  name: string,
  call: () => Promise<unknown>,
  { times, atOnce }: { times: number; atOnce: number },
  postgres: () => number | undefined,
): Promise<Measurement> {
  const run = async (count: number) => {
    const took: number[] = []
    let left = count
    const worker = async () => {
      while (left-- > 0) {
        const started = performance.now()
        await call()
        took.push(performance.now() - started)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return took.sort((a, b) => a - b)
  }
  await run(Math.ceil(times / 5))
  const cpuBefore = process.cpuUsage()
  const postgresBefore = postgres()
  const started = performance.now()
  const took = await run(times)
  const elapsed = performance.now() - started
  const cpu = process.cpuUsage(cpuBefore)
  return {
    name,
    requestsPerSecond: Math.round((times * 1000) / elapsed),
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    cpu: (cpu.user + cpu.system) / 1000 / times,
    postgresCpu: perRequest(postgresBefore, postgres(), times),
    bytes: 0,
  }
}

const percentile = (sorted: number[], share: number): number =>
  Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10

const perRequest = (before: number | undefined, after: number | undefined, requests: number) =>
  before === undefined || after === undefined ? undefined : (after - before) / requests
