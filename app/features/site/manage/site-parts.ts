import type { z } from 'zod'
import type { RecordFields } from '#app/shared/record-fields.ts'
import type { heroSchema, homePageSchema } from '../site.ts'

type Home = z.input<typeof homePageSchema>

const alt = {
  kind: 'line',
  label: 'What it shows',
  max: 250,
  hint: 'For those who don’t see it, and for search engines.',
} as const
const crops = {
  phone: { kind: 'image', label: 'File for a phone', hint: 'An upright cut of the same image.', optional: true },
  tablet: { kind: 'image', label: 'File for an upright tablet', optional: true },
} as const
const picture = { path: { kind: 'image', label: 'File' }, alt } as const

const US_TIME_ZONES = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
}

const heroFields: RecordFields<z.input<typeof heroSchema>> = {
  title: { kind: 'line', label: 'Title', max: 80 },
  text: { kind: 'text', label: 'Text', max: 300 },
  action: { kind: 'line', label: 'Button', max: 40, hint: 'It leads to the homes.' },
  image: {
    ...{ kind: 'group', label: 'Image', hint: 'Best with its subject in the lower half, and 2,000 pixels wide.' },
    fields: { ...picture, ...crops },
  },
  seasonal: {
    ...{ kind: 'group', label: 'Image for a season', hint: 'It replaces the other one on its days.', optional: true },
    fields: {
      from: { kind: 'month-day', label: 'First day' },
      to: { kind: 'month-day', label: 'Last day' },
      timeZone: { kind: 'choice', label: 'Time zone', options: US_TIME_ZONES },
      ...picture,
      ...crops,
    },
  },
}

const homeFields: RecordFields<Omit<Home, 'hero' | 'whyChoose'>> = {
  searchHeading: { kind: 'line', label: 'Heading of the search', max: 80 },
  welcome: {
    ...{ kind: 'group', label: 'Welcome' },
    fields: {
      heading: { kind: 'line', label: 'Heading', max: 100 },
      text: { kind: 'text', label: 'Text', max: 600 },
    },
  },
  yeti: {
    ...{ kind: 'group', label: 'Gift', hint: 'What every guest goes home with.', optional: true },
    fields: {
      heading: { kind: 'line', label: 'Heading', max: 100 },
      text: { kind: 'text', label: 'Text', max: 600 },
      image: { kind: 'group', label: 'Image', fields: picture },
    },
  },
  propertiesHeading: { kind: 'line', label: 'Heading of the homes', max: 80 },
}

const whyFields: RecordFields<Home['whyChoose']> = {
  heading: { kind: 'line', label: 'Heading', max: 60, hint: 'The name of the site follows it.' },
  cards: {
    ...{ kind: 'list', label: 'Reasons', item: 'Reason', most: 6 },
    fields: {
      title: { kind: 'line', label: 'Title', max: 60 },
      text: { kind: 'text', label: 'Text', max: 300 },
      facts: { kind: 'lines', label: 'Facts', max: 120, most: 6, optional: true },
      image: { kind: 'group', label: 'Image', fields: picture },
    },
  },
}

/** The parts of what guests read on the site: each has its form, in this order. */
export const SITE_PARTS = {
  hero: { title: 'Top of the home page', fields: heroFields },
  home: { title: 'Texts of the home page', fields: homeFields },
  why: { title: 'Reasons to choose you', fields: whyFields },
}

export type SitePart = keyof typeof SITE_PARTS

/** The pages of the back office with these parts, by the last step of their address. `path` is that of the guests’ page. */
export const SITE_PAGES: Record<string, { title: string; detail: string; path: string; parts: readonly SitePart[] }> = {
  home: { title: 'Home page', detail: 'Its image, texts, and reasons', path: '/', parts: ['hero', 'home', 'why'] },
}
