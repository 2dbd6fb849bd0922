/** Types for what the benchmarks use; the package has none. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  type Options = {
    url: string
    connections: number
    /** In seconds. */
    duration: number
    headers?: Record<string, string>
    /** Each connection sends these in order; `setupRequest` changes one before it is sent. */
    requests?: (Request & { setupRequest?: (request: Request) => Request })[]
  }
  type Result = {
    requests: { average: number; total: number }
    /** In milliseconds. */
    latency: { p99: number }
    /** In seconds. */
    duration: number
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
