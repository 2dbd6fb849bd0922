import type { RecordFields } from '#app/shared/record-fields.ts'

/** The platforms that are reached through the channel manager, by name. */
export const PLATFORMS = {
  airbnb: 'Airbnb',
  'booking-com': 'Booking.com',
  vrbo: 'Vrbo',
  expedia: 'Expedia',
  other: 'Another platform',
} as const

export type Platform = keyof typeof PLATFORMS

/** The terms of a home on one platform. */
export type PlatformTerms = { markup: string; minimumStay: number | null }

export const TERMS_FIELDS: RecordFields<PlatformTerms> = {
  markup: {
    kind: 'percent',
    label: 'Markup in percent',
    short: 'Markup',
    max: 500,
    hint: 'It is added to each nightly rate, which is rounded to the dollar.',
    optional: true,
    empty: '0',
  },
  minimumStay: {
    kind: 'number',
    label: 'Minimum stay there',
    short: 'Minimum stay',
    min: 1,
    max: 365,
    hint: 'It counts where it is longer than the home’s own.',
    optional: true,
    empty: null,
  },
}

/** A platform of a home: `listing` is the home’s listing, `remote` the id of its prices there. */
export type HomePlatform = PlatformTerms & { platform: Platform; listing: string; remote: string }

export const HOME_PLATFORM_FIELDS: RecordFields<HomePlatform> = {
  listing: { kind: 'hidden', label: 'Listing' },
  platform: { kind: 'choice', label: 'Platform', options: PLATFORMS },
  remote: { kind: 'hidden', label: 'Prices there' },
  ...TERMS_FIELDS,
}

/** Nights that only this site sells. */
type Withheld = { withheld: { from: string; to: string }[] }

export const WITHHELD_FIELDS: RecordFields<Withheld> = {
  withheld: {
    kind: 'list',
    label: 'Dates',
    item: 'Range',
    most: 50,
    fields: {
      from: { kind: 'date', label: 'First night' },
      to: { kind: 'date', label: 'Last night' },
    },
  },
}
