import { type SafeFetchRefusal, safeFetch } from '#app/platform/http/safe-fetch.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { decodeCalendar } from './reading/calendar-text.server.ts'
import type { UnreadableCalendar } from './reading/read-calendar.server.ts'

const TIMEOUT_MS = 30_000
/** Private calendars have all their history: 20 MB are not rare. */
const MAX_MB = 25
/** The longest pause that a site can ask for. */
const MAX_RETRY_AFTER_S = 6 * 3600

type FetchedCalendar =
  | { ok: true; changed: false }
  | { ok: true; changed: true; text: string; etag: string | null; lastModified: string | null }
  | UnreadableCalendar

/** The cache validators of the known version, so that it need not be sent again. */
type Known = { etag: string | null; lastModified: string | null }

const WORDS: Record<SafeFetchRefusal, (host: string) => string> = {
  'bad-address': () => 'It redirects to something that isn’t a web address, or from https to http.',
  'private-address': (host) => `${host} is inside a private network, which this site doesn’t read.`,
  'unknown-host': (host) => `There is no host ${host}.`,
  'no-connection': (host) => `${host} can’t be reached, or the connection broke.`,
  'too-many-redirects': (host) => `${host} redirects in a loop.`,
  'too-large': () => `It is larger than ${MAX_MB} MB.`,
  stopped: (host) => `${host} didn’t answer within ${TIMEOUT_MS / 1000} seconds.`,
}

function failed(message: string, retryAfter = 0): FetchedCalendar {
  return { ...refuse('unreadable-file', message), retryAfter }
}

/** `Retry-After` in seconds; a date is ignored. */
function retryAfterOf(header: string | undefined): number {
  const seconds = /^\d{1,9}$/.test(header ?? '') ? Number(header) : 0
  return Math.min(seconds, MAX_RETRY_AFTER_S)
}

/** Fetches a calendar feed, or learns that it is unchanged. Only a demo may read its own machine. */
export async function fetchCalendar(
  { config }: Pick<Services, 'config'>,
  { address, known, signal }: { address: string; known: Known; signal: AbortSignal },
): Promise<FetchedCalendar> {
  const answer = await safeFetch({
    address,
    maxBytes: MAX_MB * 1024 * 1024,
    allowLoopback: config.demo,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    headers: {
      accept: 'text/calendar, */*;q=0.1',
      'user-agent': `Mozilla/5.0 (compatible; stay-calendar/1; +${config.siteUrl})`,
      ...(known.etag !== null && { 'if-none-match': known.etag }),
      ...(known.lastModified !== null && { 'if-modified-since': known.lastModified }),
    },
  })
  if (!answer.ok) return failed(WORDS[answer.reason](answer.host))
  const { status, headers, body } = answer
  if (status === 304 && (known.etag !== null || known.lastModified !== null)) return { ok: true, changed: false }
  if (status !== 200) return failed(`The server answered with status ${status}.`, retryAfterOf(headers['retry-after']))
  const { etag = null, 'last-modified': lastModified = null } = headers
  return { ok: true, changed: true, text: decodeCalendar(body), etag, lastModified }
}
