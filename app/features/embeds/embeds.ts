import { type Stay, stayToQuery } from '#app/shared/stay.ts'

type ProviderName = 'built-in' | 'hospitable'

/** Hosts beside the site's own that a provider's parts need, by what for (content security policy). */
export type Hosts = { script: string[]; frame: string[]; connect: string[] }

/** What a page may report as not having come alive: the providers' elements, and the frame of any of them. */
export const EMBEDDED_PARTS = ['stay-search', 'stay-results', 'hospitable-direct-mps', 'booking frame'] as const

export type EmbeddedPart = (typeof EMBEDDED_PARTS)[number]

/** A custom element with the script that defines it: how providers give their search and their results. */
export type ElementEmbed = { script: string; element: EmbeddedPart; attributes: Record<string, string> }

/** A booking frame; its `origin` is null when it is this site's own. `address` is the provider's own; a stay is added by `bookingAddress`. */
export type FrameEmbed = { address: string; origin: string | null; sandbox: string | null }

/** What the site knows of any provider (the embed contract). */
type Provider = {
  hosts: Hosts
  search(settings: { site: string; resultsUrl: string }): ElementEmbed
  results(settings: { site: string }): ElementEmbed
  booking(settings: { site: string; propertyReference: string; place: string }): FrameEmbed
}

const VENDOR_SANDBOX = 'allow-top-navigation allow-scripts allow-same-origin allow-forms allow-popups'

const HOSPITABLE_SCRIPT = 'https://hospitable.b-cdn.net/direct-property-search-widget/hospitable-search-widget.prod.js'

const providers: Record<ProviderName, Provider> = {
  'built-in': {
    hosts: { script: [], frame: [], connect: [] },
    search: ({ resultsUrl }) => ({
      script: '/embed/stay.js',
      element: 'stay-search',
      attributes: { 'results-url': resultsUrl },
    }),
    results: () => ({ script: '/embed/stay.js', element: 'stay-results', attributes: {} }),
    booking: ({ propertyReference, place }) => ({
      address: `/embed/book/${propertyReference}?${new URLSearchParams({ place })}`,
      origin: null,
      sandbox: null,
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
      address: `https://booking.hospitable.com/widget/${encodeURIComponent(site)}/${encodeURIComponent(propertyReference)}`,
      origin: 'https://booking.hospitable.com',
      sandbox: VENDOR_SANDBOX,
    }),
  },
}

export function providerOf(name: ProviderName): Provider {
  return providers[name]
}

/**
 * The frame's address for a stay: rebuilt when both dates are there, otherwise unchanged (specification, section 2). Our own
 * frame is told of a code too.
 */
export function bookingAddress(frame: FrameEmbed, stay: Stay | null, promo: string | null = null): string {
  const code = promo && frame.origin === null ? new URLSearchParams({ promo }).toString() : ''
  const query = [stay ? stayToQuery(stay) : '', code].filter(Boolean).join('&')
  if (query === '') return frame.address
  return `${frame.address}${frame.address.includes('?') ? '&' : '?'}${query}`
}
