import { matchPath } from 'react-router'
import { may } from '#app/shared/may.ts'
import type { Scope } from '#app/shared/roles.ts'

/** What one must be allowed to, to see each page of the back office, by its pattern. What is missing here nobody sees. */
export const PAGE_SCOPES: Record<string, Scope> = {
  '/admin': 'contacts:read',
  '/admin/bookings': 'stays:read',
  '/admin/bookings/new': 'stays:write',
  '/admin/bookings/:reference': 'stays:read',
  '/admin/bookings/:reference/move': 'stays:write',
  '/admin/calendar': 'stays:read',
  '/admin/decline-texts': 'stays:write',
  '/admin/saved-answers': 'contacts:write',
  '/admin/inbox': 'contacts:read',
  '/admin/inbox/new': 'contacts:write',
  '/admin/inbox/:conversation': 'contacts:read',
  '/admin/reviews': 'content:read',
  '/admin/calendars': 'stays:write',
  '/admin/channels': 'site:read',
  '/admin/channels/:slug': 'site:read',
  '/admin/import': 'site:read',
  '/admin/import/:file': 'site:read',
  '/admin/turnovers': 'turnovers:read',
  '/admin/search': 'stays:read',
  '/admin/homes': 'content:read',
  '/admin/homes/:slug': 'content:read',
  '/admin/homes/:slug/prices': 'prices:read',
  '/admin/homes/:slug/rules': 'prices:read',
  '/admin/homes/:slug/page': 'content:read',
  '/admin/homes/:slug/guide': 'content:read',
  '/admin/homes/:slug/messages': 'content:read',
  '/admin/messages': 'content:read',
  '/admin/newsletter': 'content:read',
  '/admin/newsletter/:issue': 'content:read',
  '/admin/journal': 'content:read',
  '/admin/journal/:post': 'content:read',
  '/admin/homes/:slug/photos': 'content:read',
  '/admin/homes/:slug/why': 'prices:read',
  '/admin/homes/:slug/copy': 'prices:read',
  '/admin/codes': 'prices:read',
  '/admin/money': 'money:read',
  '/admin/money/lodging-tax': 'money:read',
  '/admin/money/business': 'money:read',
  '/admin/money/owners': 'money:read',
  '/admin/money/owners/:owner': 'money:read',
  '/admin/money/payouts': 'money:read',
  '/admin/money/bookkeeping': 'money:read',
  '/admin/set-up': 'site:read',
  '/admin/site': 'site:read',
  '/admin/site/:page': 'content:read',
  '/admin/giveaway': 'site:read',
  '/admin/legal': 'site:read',
  '/admin/people': 'people:read',
  '/admin/api': 'people:read',
  '/admin/personal-data': 'contacts:read',
  '/admin/account': 'own:read',
  '/admin/history': 'own:read',
  '/admin/more': 'own:read',
  '/admin/*': 'own:read',
}

/** Whether this operator sees the page with this pattern. */
export function maySee(by: { scopes: readonly Scope[] }, pattern: string): boolean {
  const scope = PAGE_SCOPES[pattern]
  return scope !== undefined && may(by, scope)
}

/** The same of an address, with what follows its path. */
export function maySeeAt(by: { scopes: readonly Scope[] }, address: string): boolean {
  const pathname = address.replace(/[?#].*$/, '')
  const pattern = Object.keys(PAGE_SCOPES).find((one) => matchPath(one, pathname))
  return pattern !== undefined && maySee(by, pattern)
}
