import { createContext } from 'react-router'
import type { RateLimitResult } from '../rate-limits/rate-limits.server.ts'
import type { Services } from '../services.server.ts'

/** The services, for page loaders and actions: `context.get(servicesContext)`. */
export const servicesContext = createContext<Services>()

/** Marks the page's own inline scripts while it is rendered; the server turns it into hashes and takes it out again. */
export const nonceContext = createContext<string | undefined>(undefined)

/** The id that the request has in the log and in `X-Request-Id`, so that what went wrong is found beside what was asked. */
export const requestIdContext = createContext<string | undefined>(undefined)

/** Where a loader names the next instant at which its page stops being true, so that no cached copy outlives it. */
export const pageExpiryContext = createContext<{ notAfter?: Date }>({})

/** Set when a page failed because the database is away, which passes: it is answered 503. */
export const databaseUnavailableContext = createContext(false)

/** Set when a loader or an action did something too often for its visitor: the answer is 429. */
export const rateLimitedContext = createContext<(RateLimitResult & { ok: false }) | null>(null)

/** The address that a form's sender is counted by, from `clientAddressReader`. */
export const clientAddressContext = createContext<string>('unknown')
