import type { Stay } from './stay.ts'

/** Hosts other than the site's own that a provider's parts need, by policy directive (content security policy). */
export type Hosts = { script: string[]; frame: string[]; connect: string[] }

/** A custom element and the script that defines it: a provider's search and results. */
export type ElementEmbed = { script: string; element: string; attributes: Record<string, string> }

/** The query parameters for a stay in a provider's address, in its order. */
export type StayFields = [name: string, part: keyof Stay][]

/** Where a property is booked. `bookingAddress` adds the stay to `address`, by default with our own parameter names. */
type Booking = { address: string; fields?: StayFields }

/** A booking frame. `origin` is null for this site's own frame. Not every vendor's frame sends messages. */
export type FrameEmbed = Booking & {
  kind: 'frame'
  origin: string | null
  sandbox: string | null
  sendsMessages: boolean
}

/** A booking page on the provider's site. */
export type LinkEmbed = Booking & { kind: 'link'; vendor: string }

/** How a property is booked: in a frame, or on a page of the provider. */
export type BookingEmbed = FrameEmbed | LinkEmbed

type Settings = { site: string; propertyReference: string; theme: string }

/** Everything about a provider. Add a new one to `BOOKING_PROVIDERS` below, then run `npm run settings`. */
type Provider = {
  /** Its row in docs/providers.md: how the account and a property are identified, and what guests see. */
  guide: { site: string; reference: string; guests: string } | null
  hosts: Hosts
  /** Null for a provider without an embeddable search: then ours lists the properties, each with its own calendar. */
  search: ((settings: { site: string; resultsUrl: string }) => ElementEmbed) | null
  results: ((settings: { site: string }) => ElementEmbed) | null
  booking(settings: Settings): BookingEmbed
}

const NO_HOSTS: Hosts = { script: [], frame: [], connect: [] }

const VENDOR_SANDBOX = 'allow-top-navigation allow-scripts allow-same-origin allow-forms allow-popups'

const HOSPITABLE_SCRIPT = 'https://hospitable.b-cdn.net/direct-property-search-widget/hospitable-search-widget.prod.js'

/** A provider with a booking frame and no search. */
function frameProvider(
  origin: string,
  path: (settings: Settings) => string,
  { fields, guide }: Pick<Provider, 'guide'> & { fields: StayFields },
): Provider {
  return {
    guide,
    hosts: { ...NO_HOSTS, frame: [origin] },
    search: null,
    results: null,
    booking: (settings) => ({
      kind: 'frame',
      address: `${origin}${path(settings)}`,
      origin,
      sandbox: VENDOR_SANDBOX,
      sendsMessages: false,
      fields,
    }),
  }
}

/** A provider with its own booking page. */
function linkProvider(
  vendor: string,
  address: (settings: Settings) => string,
  { fields, guide }: Pick<Provider, 'guide'> & { fields: StayFields },
): Provider {
  return {
    guide,
    hosts: NO_HOSTS,
    search: null,
    results: null,
    booking: (settings) => ({ kind: 'link', vendor, address: address(settings), fields }),
  }
}

const part = encodeURIComponent

const BOOKING_PROVIDERS = {
  'built-in': {
    guide: null,
    hosts: NO_HOSTS,
    search: ({ resultsUrl }) => ({
      script: '/embed/stay.js',
      element: 'stay-search',
      attributes: { 'results-url': resultsUrl },
    }),
    results: () => ({ script: '/embed/stay.js', element: 'stay-results', attributes: {} }),
    booking: ({ propertyReference, theme }) => ({
      kind: 'frame',
      address: `/embed/book/${propertyReference}?${new URLSearchParams({ place: theme })}`,
      origin: null,
      sandbox: null,
      sendsMessages: true,
    }),
  },
  hospitable: {
    guide: { site: 'the site’s ID', reference: 'the property’s ID', guests: 'its search, results and booking frame' },
    hosts: {
      script: ['https://hospitable.b-cdn.net'],
      frame: ['https://booking.hospitable.com'],
      connect: ['https://*.hospitable.com'],
    },
    search: ({ site, resultsUrl }) => ({
      script: HOSPITABLE_SCRIPT,
      element: 'hospitable-direct-mps',
      attributes: { identifier: site, type: 'custom', 'results-url': resultsUrl },
    }),
    results: ({ site }) => ({
      script: HOSPITABLE_SCRIPT,
      element: 'hospitable-direct-mps',
      attributes: { identifier: site, type: 'custom' },
    }),
    booking: ({ site, propertyReference }) => ({
      kind: 'frame',
      address: `https://booking.hospitable.com/widget/${part(site)}/${part(propertyReference)}`,
      origin: 'https://booking.hospitable.com',
      sandbox: VENDOR_SANDBOX,
      sendsMessages: true,
    }),
  },
  // Its widget scans the page only once and breaks when a guest opens another property. So we link its checkout page.
  lodgify: linkProvider(
    'Lodgify',
    ({ site, propertyReference }) =>
      `https://checkout.lodgify.com/en/${part(site)}/${part(propertyReference)}/reservation?currency=USD`,
    {
      fields: [
        ['arrival', 'checkIn'],
        ['departure', 'checkOut'],
        ['adults', 'adults'],
      ],
      guide: {
        site: 'the website’s slug',
        reference: 'the rental’s ID',
        guests: 'a link to its checkout, with dates and party',
      },
    },
  ),
  ownerrez: frameProvider(
    'https://app.ownerrez.com',
    ({ site, propertyReference }) => `/widgets/${part(site)}?view=form&propertyKey=${part(propertyReference)}`,
    {
      fields: [
        ['or_arrival', 'checkIn'],
        ['or_departure', 'checkOut'],
      ],
      guide: {
        site: 'the widget’s ID',
        reference: 'the property’s key',
        guests: 'its booking frame, with the dates',
      },
    },
  ),
  hostaway: linkProvider(
    'Hostaway',
    ({ site, propertyReference }) => `https://${site}.holidayfuture.com/listings/${part(propertyReference)}`,
    {
      fields: [],
      guide: {
        site: 'the name before `.holidayfuture.com`',
        reference: 'the listing’s ID',
        guests: 'a link to its page of the property',
      },
    },
  ),
  smoobu: frameProvider(
    'https://login.smoobu.com',
    ({ site, propertyReference }) => `/en/booking-tool/iframe/${part(site)}/${part(propertyReference)}`,
    {
      fields: [],
      guide: { site: 'the booking tool’s number', reference: 'the apartment’s ID', guests: 'its booking frame' },
    },
  ),
  beds24: frameProvider(
    'https://beds24.com',
    ({ site, propertyReference }) => `/booking2.php?propid=${part(propertyReference)}&referer=${part(site)}`,
    {
      fields: [
        ['checkin', 'checkIn'],
        ['checkout', 'checkOut'],
        ['numadult', 'adults'],
        ['numchild', 'children'],
      ],
      guide: {
        site: 'a name for the source of guests',
        reference: 'the property’s ID',
        guests: 'its booking frame, with dates and party',
      },
    },
  ),
} satisfies Record<string, Provider>

/** The values of `BOOKING_PROVIDER`. */
export type ProviderName = keyof typeof BOOKING_PROVIDERS
/** All values of `BOOKING_PROVIDER`, the built-in one first. */
export const PROVIDER_NAMES = Object.keys(BOOKING_PROVIDERS) as ProviderName[]

/** The provider that `BOOKING_PROVIDER` names. */
export const providerOf = (name: ProviderName): Provider => BOOKING_PROVIDERS[name]

const elements = Object.values<Provider>(BOOKING_PROVIDERS).flatMap(({ search, results }) => [
  ...(search ? [search({ site: '', resultsUrl: '' }).element] : []),
  ...(results ? [results({ site: '' }).element] : []),
])

/** The parts that a page may report as not loaded: the providers' elements and frames. */
export const EMBEDDED_PARTS = [...new Set([...elements, 'booking frame'])]
