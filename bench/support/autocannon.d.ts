declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    method?: string
    headers?: Record<string, string>
    body?: string
  }
  interface Result {
    requests: { average: number; total: number; sent: number }
    latency: { p50: number; p99: number }
    throughput: { total: number }
    non2xx: number
    errors: number
    duration: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
