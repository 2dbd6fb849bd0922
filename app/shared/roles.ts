/** The areas of the back office, which roles may see (`read`) or change (`write`). */
const AREAS = {
  stays: 'Bookings with their price, requests, and the calendar',
  contacts: 'Guests’ full names, addresses, phone numbers, and messages',
  money: 'Payments, refunds, and cancellations',
  prices: 'Prices, rules, and promo codes',
  content: 'Homes, photos, arrival guides, and the words of the site',
  turnovers: 'Turnovers, cleaners, and damage',
  site: 'Settings, legal pages, the giveaway, imports, and History',
  people: 'Who may sign in, and as what; tokens and webhooks of programs',
  own: 'One’s own name, password, and sessions',
} as const

type Area = keyof typeof AREAS

/** A permission, as `area:read` or `area:write`. Who may write may read. */
export type Scope = `${Area}:${'read' | 'write'}`

/** The permissions that a program's token can have: those for which the API has calls. */
export const TOKEN_SCOPES = {
  'stays:read': 'See bookings with their price, and the calendar’s blocks',
  'stays:write': 'Confirm and decline requests, and block nights',
  'contacts:read': 'See full names, addresses, and phone numbers of guests in bookings',
  'content:read': 'See homes that are not published',
  'content:write': 'Add homes, and upload and remove photos',
} as const satisfies { [One in Scope]?: string }

export type TokenScope = keyof typeof TOKEN_SCOPES

type RoleFacts = {
  label: string
  /** The description for choosing it. */
  detail: string
  scopes: readonly Scope[]
  /** The page of the back office after signing in. */
  first: string
  /** Whether operators with this role may be limited to some homes. Such a role changes nothing but its own account. */
  byProperty?: true
}

/** The roles and their permissions. Only `may` reads them. */
export const ROLES = {
  owner: {
    label: 'Owner',
    first: '/admin',
    detail: 'Everything, and who may sign in',
    scopes: [
      ...(['stays:write', 'contacts:write', 'money:write', 'prices:write', 'content:write'] as const),
      ...(['turnovers:write', 'site:write', 'people:write', 'own:write'] as const),
    ],
  },
  manager: {
    label: 'Manager',
    first: '/admin',
    detail: 'Everything but who may sign in',
    scopes: [
      ...(['stays:write', 'contacts:write', 'money:write', 'prices:write', 'content:write'] as const),
      ...(['turnovers:write', 'site:write', 'own:write'] as const),
    ],
  },
  'front-desk': {
    label: 'Front desk',
    first: '/admin',
    detail: 'Bookings, guests, messages, and turnovers; sees what is paid, and moves no money',
    scopes: ['stays:write', 'contacts:write', 'turnovers:write', 'own:write'],
  },
  housekeeper: {
    label: 'Housekeeper',
    first: '/admin/turnovers',
    detail: 'Turnovers of some homes, without guests and prices',
    scopes: ['turnovers:read', 'own:write'],
    byProperty: true,
  },
  homeowner: {
    label: 'Homeowner',
    first: '/admin/calendar',
    detail: 'Calendar and stays of some homes; changes nothing, and sees no guest’s contact',
    scopes: ['stays:read', 'own:write'],
    byProperty: true,
  },
  bookkeeper: {
    label: 'Bookkeeper',
    first: '/admin/money',
    detail: 'Stays, payments, and refunds, without guests’ contact',
    scopes: ['stays:read', 'money:write', 'own:write'],
  },
} as const satisfies Record<string, RoleFacts>

export type Role = keyof typeof ROLES

export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]]
