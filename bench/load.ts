import autocannon from 'autocannon'

/** p99 in milliseconds; a failure is an error, a time-out or an answer that is not 2xx. */
export type Run = { perSecond: number; p99: number; failures: number }

/** Asks for the page over 32 kept connections, as fast as it answers. */
export async function measure(url: string, seconds: number): Promise<Run> {
  const result = await autocannon({
    url,
    connections: 32,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
  })
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    failures: result.errors + result.timeouts + result.non2xx,
  }
}
