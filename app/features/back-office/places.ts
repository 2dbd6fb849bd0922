import type { Scope } from '#app/shared/roles.ts'
import { maySee } from './page-scopes.ts'

/** A page that the navigation leads to. */
type PlacePage = { to: string; label: string; detail: string }

/** One entry of the rail. Its pages are tabs of each other; it leads to the first that the operator may see. */
type Place = {
  label: string
  /** The path of an SVG of 24 by 24. */
  icon: string
  pages: readonly PlacePage[]
  /** The letter after `g` that leads to it. */
  key?: string
  /** At the end of the rail, with the operator’s name: not in its group. */
  isAccount?: boolean
}

type PlaceGroup = {
  title: string
  places: readonly Place[]
  /** What one opens all day: first in the rail without a title, and the tabs of a phone. */
  isDaily?: boolean
  /** The homes by name stand before its places. */
  listsProperties?: boolean
}

const one = (to: string, label: string, detail: string, icon: string, key?: string): Place => ({
  label,
  icon,
  key,
  pages: [{ to, label, detail }],
})

/** Everything that the back office has, in the order of an operator’s day. */
const PLACE_GROUPS: readonly PlaceGroup[] = [
  {
    title: 'Every day',
    isDaily: true,
    places: [
      one(
        '/admin',
        'Today',
        'What waits for you, and who comes and goes',
        'M12 4v2.5M5.3 8.3 7 9.8M18.7 8.3 17 9.8M3 18h18M7 18a5 5 0 0 1 10 0',
        't',
      ),
      one(
        '/admin/calendar',
        'Calendar',
        'Every home day by day',
        'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8M8 14h3v3H8z',
        'c',
      ),
      one('/admin/bookings', 'Bookings', 'Requests and stays', 'M5 4.5h14v15H5zM8.5 9h7M8.5 12h7M8.5 15h4', 'b'),
      one(
        '/admin/inbox',
        'Inbox',
        'Messages of guests and owners',
        'M4 13.5 6.5 5h11L20 13.5V19H4zM4 13.5h4.5l1.2 2.5h4.6l1.2-2.5H20',
        'i',
      ),
      one(
        '/admin/turnovers',
        'Turnovers',
        'Homes to be made ready, links for cleaners, and damage',
        'M5 11a7 7 0 0 1 12-4l2.5 2.5M19.5 5v4.5H15M19 13a7 7 0 0 1-12 4l-2.5-2.5M4.5 19v-4.5H9',
        'u',
      ),
    ],
  },
  {
    title: 'Homes',
    listsProperties: true,
    places: [
      one(
        '/admin/homes',
        'All homes',
        'Pages, photos, prices, rules, and the arrival guide',
        'M4 11.5 12 5l8 6.5M6 10v9.5h12V10M10 19.5V14h4v5.5',
        'h',
      ),
    ],
  },
  {
    title: 'Money',
    places: [
      one(
        '/admin/money',
        'Payments due',
        'What guests still owe, and what goes back to them',
        'M3.5 7h17v10h-17zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6.5 12h0M17.5 12h0',
        'p',
      ),
      one(
        '/admin/money/lodging-tax',
        'Lodging tax',
        'What each authority gets, and when it is due',
        'M6 4.5h12v15l-3-1.75-3 1.75-3-1.75-3 1.75zM9.5 9h5M9.5 12.5h5',
        'l',
      ),
      one(
        '/admin/money/business',
        'Business',
        'Nights, occupancy, and revenue by month',
        'M4 19.5h16M6.5 16.5v-4M10.5 16.5v-8M14.5 16.5v-6M18.5 16.5V6',
      ),
      one(
        '/admin/money/owners',
        'Owners',
        'Statements for those whose homes you rent out',
        'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 19.5a7 7 0 0 1 14 0',
        'o',
      ),
      {
        label: 'Bookkeeping',
        key: 'k',
        icon: 'M12 6.5v13M12 6.5C10 5 7 4.8 4 5.5v12.8c3-.7 6-.5 8 1.2 2-1.7 5-1.9 8-1.2V5.5c-3-.7-6-.5-8 1z',
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
        key: 'm',
        icon: 'M4 5h16v11.5h-9L7 20v-3.5H4z',
        pages: [
          {
            to: '/admin/messages',
            label: 'Messages to guests',
            detail: 'What guests get before, during, and after a stay',
          },
          { to: '/admin/decline-texts', label: 'Decline messages', detail: 'What a guest reads when you decline' },
          { to: '/admin/saved-answers', label: 'Saved answers', detail: 'Texts to start an answer from' },
        ],
      },
      one(
        '/admin/reviews',
        'Reviews',
        'What guests say of their stays, and your answers',
        'm12 4.5 2.3 4.8 5.2.7-3.8 3.6.9 5.2-4.6-2.5-4.6 2.5.9-5.2L4.5 10l5.2-.7z',
        'r',
      ),
      {
        label: 'Newsletter and journal',
        key: 'n',
        icon: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
        pages: [
          { to: '/admin/newsletter', label: 'Newsletter', detail: 'What you write to your readers, and who they are' },
          { to: '/admin/journal', label: 'Journal', detail: 'Posts for your guests, as drafts and published' },
        ],
      },
      {
        label: 'Giveaway and codes',
        key: 'g',
        icon: 'M4.5 12h15v7.5h-15zM3.5 8h17v4h-17zM12 8v11.5M12 8C9 8 7.5 6.8 7.5 5.5S10.5 3.5 12 8c1.5-4.5 4.5-3.8 4.5-2.5S15 8 12 8z',
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
      one(
        '/admin/set-up',
        'Set up',
        'What is left to do before the first guest',
        'M4 6.5l1.5 1.5 2.5-3M4 13l1.5 1.5 2.5-3M4 19h3M11 6.5h9M11 13h9M11 19h9',
      ),
      {
        label: 'Pages and look',
        key: 's',
        icon: 'M4 5h16v14H4zM4 9h16M7 7h0',
        pages: [
          { to: '/admin/site', label: 'Pages and look', detail: 'Name, logo, color, every text, and how guests pay' },
          { to: '/admin/legal', label: 'Legal pages', detail: 'Privacy, terms, and accessibility, by version' },
        ],
      },
      one(
        '/admin/people',
        'Team',
        'Who may sign in, and what they see and do',
        'M9 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 18.5a5.5 5.5 0 0 1 11 0M15.5 5.8a3 3 0 0 1 0 5.4M17 13.5a5.5 5.5 0 0 1 3.5 5',
        'e',
      ),
      {
        label: 'Connections',
        icon: 'M9 4v4M15 4v4M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5v4',
        pages: [
          {
            to: '/admin/calendars',
            label: 'Calendars of other sites',
            detail: 'What is synced, conflicts, and addresses',
          },
          { to: '/admin/channels', label: 'Channels', detail: 'Airbnb, Vrbo, and Booking.com by a channel manager' },
          { to: '/admin/import', label: 'Import', detail: 'Bookings and prices from a CSV file of another system' },
          { to: '/admin/api', label: 'API and webhooks', detail: 'Tokens for programs, and what is sent to them' },
        ],
      },
      {
        label: 'History',
        icon: 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4.5 9M4.5 5v4h4M12 8v4.5l3 1.75',
        pages: [
          { to: '/admin/history', label: 'History', detail: 'Who changed what, and Undo' },
          {
            to: '/admin/personal-data',
            label: 'Personal data',
            detail: 'What is stored about a person, as a file, and erased',
          },
        ],
      },
      {
        ...one(
          '/admin/account',
          'Your account',
          'Your name, password, passkeys, second factor, and sessions',
          'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0',
        ),
        isAccount: true,
      },
    ],
  },
]

export const MORE = { to: '/admin/more', label: 'More', icon: 'M5 12h0M12 12h0M19 12h0' }

export const ALL_PAGES: readonly PlacePage[] = PLACE_GROUPS.flatMap(({ places }) => places).flatMap(
  ({ pages }) => pages,
)

/** The groups, with what this operator sees of their places. */
export function placesFor(by: { scopes: readonly Scope[] }) {
  return PLACE_GROUPS.flatMap((group) => {
    const places = group.places.flatMap((place) => {
      const [first, ...others] = place.pages.filter(({ to }) => maySee(by, to))
      if (!first) return []
      const label = others.length > 0 ? place.label : first.label
      return [{ ...place, label, to: first.to, pages: [first, ...others] }]
    })
    return places.length > 0 ? [{ ...group, places }] : []
  })
}

const MOST_TABS = 4

/** The addresses of the tabs at the bottom of an operator’s phone. Everything else is found under More. */
export function phoneTabsFor(by: { scopes: readonly Scope[] }): string[] {
  const daily = placesFor(by).filter(({ isDaily }) => isDaily)
  return daily
    .flatMap(({ places }) => places)
    .slice(0, MOST_TABS)
    .map(({ to }) => to)
}

/** The address among these that the page lies below: the longest. */
export function placeOf(pathname: string, addresses: readonly string[]): string | null {
  const isBelow = (to: string) => (to === '/admin' ? pathname === to : `${pathname}/`.startsWith(`${to}/`))
  return addresses.filter(isBelow).toSorted((one, other) => other.length - one.length)[0] ?? null
}
