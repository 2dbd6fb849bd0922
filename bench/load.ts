import autocannon from 'autocannon'

/** p99 in milliseconds. A failure is an error, a timeout or a response other than 2xx. */
type Run = { perSecond: number; p99: number; failures: number }

/**
 * Requests the page over 32 keep-alive connections, as fast as it answers. With `path`, each request asks for the path that
 * it returns.
 */
export async function measure(url: string, seconds: number, path?: () => string): Promise<Run> {
  const result = await autocannon({
    url,
    connections: 32,
    duration: seconds,
    headers: { 'accept-encoding': 'br' },
    ...(path && { requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }] }),
  })
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    failures: result.errors + result.timeouts + result.non2xx,
  }
}
