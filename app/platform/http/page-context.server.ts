import { createContext } from 'react-router'
import type { TooMany } from '../rate-limits/rate-limits.server.ts'
import type { Services } from '../services.server.ts'

/** The services, for page loaders and actions: `context.get(servicesContext)`. */
export const servicesContext = createContext<Services>()

/** Marks the page's own inline scripts during rendering; the server replaces the nonce by CSP hashes and removes it. */
export const nonceContext = createContext<string | undefined>(undefined)

/** The request id in the log and in `X-Request-Id`, so that errors can be matched with requests. */
export const requestIdContext = createContext<string | undefined>(undefined)

/** A loader sets the time at which its page becomes outdated, so that no cached copy outlives it. */
export const pageExpiryContext = createContext<{ notAfter?: Date }>({})

/** Set when a page failed because the database is unavailable, which is temporary: answered 503. */
export const databaseUnavailableContext = createContext(false)

/** Set when a loader or an action hit the visitor's rate limit: answered 429. */
export const rateLimitedContext = createContext<TooMany | null>(null)

/** The address by which a form's sender is counted, from `clientAddressReader`. */
export const clientAddressContext = createContext<string>('unknown')
