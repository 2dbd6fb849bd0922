import type { BookingEmbed, ElementEmbed, Hosts, StayFields } from './embeds.ts'

type Settings = { site: string; propertyReference: string; theme: string }

/** What each provider defines. Add a new one to `providers` below. */
type Provider = {
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
function frameProvider(origin: string, path: (settings: Settings) => string, fields: StayFields): Provider {
  return {
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
function linkProvider(vendor: string, address: (settings: Settings) => string, fields: StayFields): Provider {
  return {
    hosts: NO_HOSTS,
    search: null,
    results: null,
    booking: (settings) => ({ kind: 'link', vendor, address: address(settings), fields }),
  }
}

const part = encodeURIComponent

const providers = {
  'built-in': {
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
  // Its widget scans the page only once and breaks when a guest opens another property, so we link its checkout page.
  lodgify: linkProvider(
    'Lodgify',
    ({ site, propertyReference }) =>
      `https://checkout.lodgify.com/en/${part(site)}/${part(propertyReference)}/reservation?currency=USD`,
    [
      ['arrival', 'checkIn'],
      ['departure', 'checkOut'],
      ['adults', 'adults'],
    ],
  ),
  ownerrez: frameProvider(
    'https://app.ownerrez.com',
    ({ site, propertyReference }) => `/widgets/${part(site)}?view=form&propertyKey=${part(propertyReference)}`,
    [
      ['or_arrival', 'checkIn'],
      ['or_departure', 'checkOut'],
    ],
  ),
  hostaway: linkProvider(
    'Hostaway',
    ({ site, propertyReference }) => `https://${site}.holidayfuture.com/listings/${part(propertyReference)}`,
    [],
  ),
  smoobu: frameProvider(
    'https://login.smoobu.com',
    ({ site, propertyReference }) => `/en/booking-tool/iframe/${part(site)}/${part(propertyReference)}`,
    [],
  ),
  beds24: frameProvider(
    'https://beds24.com',
    ({ site, propertyReference }) => `/booking2.php?propid=${part(propertyReference)}&referer=${part(site)}`,
    [
      ['checkin', 'checkIn'],
      ['checkout', 'checkOut'],
      ['numadult', 'adults'],
      ['numchild', 'children'],
    ],
  ),
} satisfies Record<string, Provider>

/** The provider that `BOOKING_PROVIDER` names. */
export function providerOf(name: keyof typeof providers): Provider {
  return providers[name]
}
