/** Only what the benchmarks use; the package brings no types. */
declare module 'autocannon' {
  type Request = { method?: string; headers?: Record<string, string>; body?: string }
  type Options = {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    headers?: Record<string, string>
    /** Sent in turn by each connection; `setupRequest` changes one before it is sent. */
    requests?: (Request & { setupRequest?: (request: Request) => Request })[]
  }
  type Result = {
    requests: { average: number; total: number }
    /** Milliseconds. */
    latency: { p99: number }
    /** Seconds. */
    duration: number
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
