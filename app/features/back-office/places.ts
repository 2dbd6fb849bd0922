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

/** A page that the navigation leads to. */
type PlacePage = { to: string; label: string; detail: string }

/** One entry of the rail. Its pages are tabs of each other; it leads to the first that the operator may see. */
type Place = { label: string; pages: readonly PlacePage[] }

type PlaceGroup = { title: string; places: readonly Place[] }

const one = (to: string, label: string, detail: string): Place => ({ label, pages: [{ to, label, detail }] })

/** Everything that the back office has, in the order of an operator’s day. The homes themselves follow in *Homes*. */
const PLACE_GROUPS: readonly PlaceGroup[] = [
  {
    title: 'Every day',
    places: [
      one('/admin', 'Today', 'What waits for you, and who comes and goes'),
      one('/admin/bookings', 'Bookings', 'Requests and stays'),
      one('/admin/calendar', 'Calendar', 'Every home day by day'),
      one('/admin/inbox', 'Inbox', 'Messages of guests and owners'),
      one('/admin/turnovers', 'Turnovers', 'Homes to be made ready, links for cleaners, and damage'),
    ],
  },
  {
    title: 'Homes',
    places: [one('/admin/homes', 'All homes', 'Pages, photos, prices, rules, and the arrival guide')],
  },
  {
    title: 'Money',
    places: [
      one('/admin/money', 'Payments due', 'What guests still owe, and what goes back to them'),
      one('/admin/money/lodging-tax', 'Lodging tax', 'What each authority gets, and when it is due'),
      one('/admin/money/business', 'Business', 'Nights, occupancy, and revenue by month'),
      one('/admin/money/owners', 'Owners', 'Statements for those whose homes you rent out'),
      {
        label: 'Bookkeeping',
        pages: [
          { to: '/admin/money/bookkeeping', label: 'Bookkeeping', detail: 'Files for the books' },
          { to: '/admin/money/payouts', label: 'Payouts', detail: 'What the card service paid to your bank' },
        ],
      },
    ],
  },
  {
    title: 'Guests',
    places: [
      {
        label: 'Messages',
        pages: [
          {
            to: '/admin/messages',
            label: 'Messages to guests',
            detail: 'What they are told before, during, and after a stay',
          },
          { to: '/admin/decline-texts', label: 'Decline messages', detail: 'What a guest reads when you decline' },
        ],
      },
      one('/admin/reviews', 'Reviews', 'What guests say of their stays, and your answers'),
      {
        label: 'Newsletter and journal',
        pages: [
          { to: '/admin/newsletter', label: 'Newsletter', detail: 'What you write to your readers, and who they are' },
          { to: '/admin/journal', label: 'Journal', detail: 'Posts for your guests, as drafts and published' },
        ],
      },
      {
        label: 'Giveaway and codes',
        pages: [
          { to: '/admin/giveaway', label: 'Giveaway', detail: 'Its rules and page, and the drawing of the winner' },
          { to: '/admin/codes', label: 'Promo codes', detail: 'Their use and what they brought' },
        ],
      },
    ],
  },
  {
    title: 'Site',
    places: [
      one('/admin/set-up', 'Set up', 'What is left to do before the first guest'),
      {
        label: 'Pages and look',
        pages: [
          { to: '/admin/site', label: 'Pages and look', detail: 'Name, logo, color, every text, and how guests pay' },
          { to: '/admin/legal', label: 'Legal pages', detail: 'Privacy, terms, and accessibility, by version' },
        ],
      },
      one('/admin/people', 'Team', 'Who may sign in, and what they see and do'),
      {
        label: 'Connections',
        pages: [
          {
            to: '/admin/calendars',
            label: 'Calendars of other sites',
            detail: 'Their age, conflicts, and addresses',
          },
          { to: '/admin/import', label: 'Import', detail: 'Bookings and prices from a CSV file of another system' },
          { to: '/admin/api', label: 'API and webhooks', detail: 'Tokens for programs, and what is sent to them' },
        ],
      },
      {
        label: 'History',
        pages: [
          { to: '/admin/history', label: 'History', detail: 'Who changed what, and Undo' },
          {
            to: '/admin/personal-data',
            label: 'Personal data',
            detail: 'What is stored about a person, as a file, and erased',
          },
        ],
      },
    ],
  },
]

/** A page of each operator that no place leads to: their name does. */
export const ACCOUNT: PlacePage = {
  to: '/admin/account',
  label: 'Your account',
  detail: 'Your name, password, passkeys, second factor, and sessions',
}

export const ALL_PAGES: readonly PlacePage[] = [
  ...PLACE_GROUPS.flatMap(({ places }) => places).flatMap(({ pages }) => pages),
  ACCOUNT,
]

/** The groups, with what this operator sees of their places. */
export function placesFor(by: { scopes: readonly Scope[] }) {
  return PLACE_GROUPS.flatMap(({ title, places }) => {
    const seen = places.flatMap(({ label, pages }) => {
      const [first, ...others] = pages.filter(({ to }) => maySee(by, to))
      if (!first) return []
      return [{ label: others.length > 0 ? label : first.label, to: first.to, pages: [first, ...others] }]
    })
    return seen.length > 0 ? [{ title, places: seen }] : []
  })
}

const MOST_TABS = 4

/** The addresses of the tabs at the bottom of an operator’s phone. Everything else is found under More. */
export function phoneTabsFor(by: { scopes: readonly Scope[] }): string[] {
  const [first] = placesFor(by).filter(({ title }) => title === 'Every day')
  return (first?.places ?? []).slice(0, MOST_TABS).map(({ to }) => to)
}

/** The address among these that the page lies below: the longest. */
export function placeOf(pathname: string, addresses: readonly string[]): string | null {
  const isBelow = (to: string) => (to === '/admin' ? pathname === to : `${pathname}/`.startsWith(`${to}/`))
  return addresses.filter(isBelow).toSorted((one, other) => other.length - one.length)[0] ?? null
}
