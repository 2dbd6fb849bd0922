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
  '/admin/inbox': 'contacts:read',
  '/admin/inbox/:conversation': 'contacts:read',
  '/admin/reviews': 'content:read',
  '/admin/calendars': 'stays:write',
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

/** The sections of the back office, in a bar at the bottom of a phone. */
export const PLACES = [
  { to: '/admin', label: 'Today' },
  { to: '/admin/bookings', label: 'Bookings' },
  { to: '/admin/calendar', label: 'Calendar' },
  { to: '/admin/inbox', label: 'Inbox' },
  { to: '/admin/more', label: 'More' },
]

/** What is needed less than every day. */
export const MORE = [
  {
    to: '/admin/money',
    label: 'Money',
    detail: 'What is owed, lodging tax, how business goes, owners, payouts, and files for the books',
  },
  { to: '/admin/homes', label: 'Homes', detail: 'Pages, photos, prices, rules, and the arrival guide' },
  { to: '/admin/messages', label: 'Messages to guests', detail: 'What they are told before, during, and after a stay' },
  { to: '/admin/reviews', label: 'Reviews', detail: 'What guests say of their stays, and your answers' },
  { to: '/admin/newsletter', label: 'Newsletter', detail: 'What you write to your readers, and who they are' },
  { to: '/admin/journal', label: 'Journal', detail: 'Posts for your guests, as drafts and published' },
  { to: '/admin/decline-texts', label: 'Decline messages', detail: 'What a guest reads when you decline' },
  { to: '/admin/codes', label: 'Promo codes', detail: 'Their use and what they brought' },
  { to: '/admin/turnovers', label: 'Turnovers', detail: 'Homes to be made ready, links for cleaners, and damage' },
  { to: '/admin/calendars', label: 'Calendars of other sites', detail: 'Their age, conflicts, and addresses' },
  { to: '/admin/import', label: 'Import', detail: 'Bookings and prices from a CSV file of another system' },
  { to: '/admin/set-up', label: 'Set up', detail: 'What is left to do before the first guest' },
  { to: '/admin/site', label: 'Site', detail: 'Name, logo, color, every text, and how guests pay' },
  { to: '/admin/giveaway', label: 'Giveaway', detail: 'Its rules and page, and the drawing of the winner' },
  { to: '/admin/legal', label: 'Legal pages', detail: 'Privacy, terms, and accessibility, by version' },
  {
    to: '/admin/personal-data',
    label: 'Personal data',
    detail: 'What is stored about a person, as a file, and erased',
  },
  { to: '/admin/people', label: 'People', detail: 'Who may sign in, and what they see and do' },
  { to: '/admin/api', label: 'API and webhooks', detail: 'Tokens for programs, and what is sent to them' },
  { to: '/admin/account', label: 'Your account', detail: 'Your name, password, passkeys, second factor, and sessions' },
  { to: '/admin/history', label: 'History', detail: 'Who changed what, and Undo' },
]
