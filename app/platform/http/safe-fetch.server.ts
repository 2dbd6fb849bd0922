import { promises as dns, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from '../ip-address.server.ts'
import { inflateBody } from './inflate.server.ts'

/** The address to fetch, and its limits. */
export type SafeFetchRequest = {
  /** `http:` or `https:`; may contain a user and a password. */
  address: string
  headers?: Record<string, string>
  /** Posts this. A redirect is then an answer like any other: it is sent nowhere else. */
  post?: string | Uint8Array
  /** The maximum size of the answer in bytes, also once it is decompressed. */
  maxBytes: number
  /** Limits the whole fetch, redirects included; when aborted, the result is `stopped`. */
  signal: AbortSignal
  /** Allows this machine's loopback address, for demos and tests; other private addresses are never allowed. */
  allowLoopback: boolean
  /** A DNS lookup for tests; returns all addresses of a name. */
  resolve?: (host: string) => Promise<LookupAddress[]>
}

type SafeFetchResult =
  | { ok: true; status: number; headers: http.IncomingHttpHeaders; body: Uint8Array<ArrayBuffer> }
  | { ok: false; reason: SafeFetchRefusal; host: string }

/** Why an address was not read. */
export type SafeFetchRefusal =
  /** Not `http:` or `https:`, or a redirect from https to http. */
  | 'bad-address'
  /** Not an address of a public network. */
  | 'private-address'
  | 'unknown-host'
  | 'no-connection'
  | 'too-many-redirects'
  | 'too-large'
  | 'stopped'

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

class PrivateAddress extends Error {}
class UnknownHost extends Error {}

/**
 * Fetches a URL that a person entered, without ever connecting to a private network (SSRF guard). Each host is resolved
 * once, for the actual connection, and all its addresses must be public. Every redirect is checked again. Asks for no
 * compression, and decompresses what comes compressed. Follows at most five redirects, none from https to http. Reads
 * the body only of a 200 response.
 */
export async function safeFetch(request: SafeFetchRequest): Promise<SafeFetchResult> {
  let address = request.address
  let from: URL | null = null
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const url: URL | null = URL.canParse(address, from ?? undefined) ? new URL(address, from ?? undefined) : null
    const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && from?.protocol !== 'https:')
    if (!url || !isWeb) return { ok: false, reason: 'bad-address', host: from?.hostname ?? '' }
    const answer = await ask(url, request)
    const isFollowed = answer.ok && request.post === undefined && REDIRECTS.has(answer.status)
    if (!isFollowed || !answer.headers.location) return answer
    address = answer.headers.location
    from = url
  }
  return { ok: false, reason: 'too-many-redirects', host: from?.hostname ?? '' }
}

/** Resolves a name for a connection, and rejects it when any of its addresses is not allowed. */
function lookupWithin({
  allowLoopback,
  resolve = (host) => dns.lookup(host, { all: true }),
}: SafeFetchRequest): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        if (!first) return done(new UnknownHost(), '')
        if (!found.every(({ address }) => isAllowed(address, allowLoopback))) return done(new PrivateAddress(), '')
        if (options.all) done(null, found)
        else done(null, first.address, first.family)
      },
      () => done(new UnknownHost(), ''),
    )
  }
}

function isAllowed(address: string, allowLoopback: boolean): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
}

function ask(url: URL, request: SafeFetchRequest): Promise<SafeFetchResult> {
  const host = url.hostname
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  // IP addresses are not resolved, so check them here.
  if (isIP(bare) && !isAllowed(bare, request.allowLoopback)) return refusal('private-address', host)
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    const give = (reason: SafeFetchRefusal) => resolve({ ok: false, reason, host })
    const asked = open(url, {
      method: request.post === undefined ? 'GET' : 'POST',
      agent: false,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      lookup: lookupWithin(request),
      signal: request.signal,
    })
    asked.on('error', (error) => give(reasonOf(error, request.signal)))
    asked.on('response', (response) => {
      response.on('error', (error) => give(reasonOf(error, request.signal)))
      readBody(response, request.maxBytes).then(
        (body) => {
          if (typeof body === 'string') give(body)
          else resolve({ ok: true, status: response.statusCode ?? 0, headers: response.headers, body })
          asked.destroy()
        },
        (error: Error) => give(reasonOf(error, request.signal)),
      )
    })
    asked.end(request.post)
  })
}

async function refusal(reason: SafeFetchRefusal, host: string): Promise<SafeFetchResult> {
  return { ok: false, reason, host }
}

function reasonOf(error: Error, signal: AbortSignal): SafeFetchRefusal {
  if (signal.aborted) return 'stopped'
  if (error instanceof PrivateAddress) return 'private-address'
  return error instanceof UnknownHost ? 'unknown-host' : 'no-connection'
}

async function readBody(
  response: http.IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  if (response.statusCode !== 200) return new Uint8Array()
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = response.headers
  if (Number(length) > maxBytes) return 'too-large'
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) return 'too-large'
    parts.push(part)
  }
  if (!response.complete) throw new Error('cut off')
  return inflateBody(new Uint8Array(Buffer.concat(parts)), encoding, maxBytes)
}
