import type { z } from 'zod'
import type { RecordFields } from '#app/shared/record-fields.ts'
import type {
  contactPageSchema,
  heroSchema,
  homePageSchema,
  hostPageSchema,
  notFoundSchema,
  SiteContentRecord,
} from '../site.ts'

type Property = z.input<typeof homePageSchema>
type Owners = z.input<typeof hostPageSchema>

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
    kind: 'group',
    label: 'Image',
    optional: true,
    hint: 'Best with its subject in the lower half, and 2,000 pixels wide. Without one, it is the cover of your first home.',
    fields: { ...picture, ...crops },
  },
  seasonal: {
    kind: 'group',
    label: 'Image for a season',
    hint: 'It replaces the other one on its days.',
    optional: true,
    fields: {
      from: { kind: 'month-day', label: 'First day' },
      to: { kind: 'month-day', label: 'Last day' },
      timeZone: { kind: 'choice', label: 'Time zone', options: US_TIME_ZONES },
      ...picture,
      ...crops,
    },
  },
}

const homeFields: RecordFields<Omit<Property, 'hero' | 'whyChoose'>> = {
  searchHeading: { kind: 'line', label: 'Heading of the search', max: 80 },
  welcome: {
    kind: 'group',
    label: 'Welcome',
    fields: {
      heading: { kind: 'line', label: 'Heading', max: 100 },
      text: { kind: 'text', label: 'Text', max: 600 },
    },
  },
  gift: {
    kind: 'group',
    label: 'Gift',
    optional: true,
    hint: 'What guests go home with. Today, stays, and turnovers then say how many to pack.',
    fields: {
      heading: { kind: 'line', label: 'Heading', max: 100 },
      text: { kind: 'text', label: 'Text', max: 600 },
      image: { kind: 'group', label: 'Image', fields: picture },
      one: { kind: 'line', label: 'What one is called', max: 40, hint: 'Such as: jar of honey', optional: true },
      many: { kind: 'line', label: 'What several are called', max: 40, hint: 'Such as: jars of honey', optional: true },
      each: {
        kind: 'choice',
        label: 'How many',
        options: {
          party: 'One for each stay',
          child: 'One for the group, and one for each child',
          guest: 'One for each guest',
        },
      },
    },
  },
  propertiesHeading: { kind: 'line', label: 'Heading of the homes', max: 80 },
}

const whyFields: RecordFields<Property['whyChoose']> = {
  heading: { kind: 'line', label: 'Heading', max: 60, hint: 'The name of the site follows it.' },
  cards: {
    kind: 'list',
    label: 'Reasons',
    item: 'Reason',
    most: 6,
    fields: {
      title: { kind: 'line', label: 'Title', max: 60 },
      text: { kind: 'text', label: 'Text', max: 300 },
      facts: { kind: 'lines', label: 'Facts', max: 120, most: 6, optional: true },
      image: { kind: 'group', label: 'Image', optional: true, fields: picture },
    },
  },
}

type OfferNames = 'benefits' | 'steps' | 'weDo' | 'youKeep' | 'terms'

const ownersFields: RecordFields<Omit<Owners, OfferNames>> = {
  heading: { kind: 'line', label: 'Heading', max: 60, hint: 'The name of the site follows it.' },
  text: { kind: 'text', label: 'Text', max: 300 },
  action: { kind: 'line', label: 'Button, and heading of the form', max: 60 },
  stepsHeading: { kind: 'line', label: 'Heading of the steps', max: 60 },
  benefitsHeading: { kind: 'line', label: 'Heading of what owners get', max: 60 },
  weDoHeading: { kind: 'line', label: 'Heading of what you do', max: 60 },
  youKeepHeading: { kind: 'line', label: 'Heading of what owners keep', max: 60 },
  proof: { kind: 'line', label: 'Below the image of a home', max: 120 },
  termsHeading: { kind: 'line', label: 'Heading of the fee', max: 60 },
  description: { kind: 'text', label: 'Description for search engines', max: 200 },
}

const blurb = {
  title: { kind: 'line', label: 'Title', max: 80 },
  text: { kind: 'text', label: 'Text', max: 300 },
} as const
const points = { kind: 'lines', max: 200, most: 12, optional: true } as const

const offerFields: RecordFields<Pick<Owners, OfferNames>> = {
  steps: { kind: 'list', label: 'Steps', item: 'Step', most: 6, fields: blurb },
  benefits: { kind: 'list', label: 'What owners get', item: 'Benefit', most: 8, fields: blurb },
  weDo: { ...points, label: 'What you do' },
  youKeep: { ...points, label: 'What owners keep' },
  terms: { kind: 'text', label: 'Fee and agreement', max: 600, optional: true },
}

type Names<Name extends keyof SiteContentRecord> = RecordFields<Pick<SiteContentRecord, Name>>

const lookFields: Names<'logo' | 'accent'> = {
  logo: {
    kind: 'image',
    label: 'Logo',
    optional: true,
    hint: 'It stands beside the name, on a dark ground. Without one, a lit window is drawn.',
  },
  accent: {
    kind: 'color',
    label: 'Color',
    optional: true,
    hint: 'Of buttons and of what is lit. On dark pages it is as much lighter as it needs to be read.',
  },
}

const searchFields: Names<'defaultTitle' | 'defaultDescription' | 'defaultKeywords' | 'ogImage'> = {
  defaultTitle: { kind: 'line', label: 'Title', max: 70, hint: 'Of the home page. The name of the site follows it.' },
  defaultDescription: {
    kind: 'text',
    label: 'Description',
    max: 200,
    hint: 'Search engines show about 155 characters.',
  },
  defaultKeywords: { kind: 'line', label: 'Keywords', max: 250 },
  ogImage: {
    kind: 'group',
    label: 'Image of shared links',
    optional: true,
    hint: 'Without one, it is the cover of your first home.',
    fields: { path: { kind: 'image', label: 'File', hint: 'Best 1,200 by 630 pixels.' }, alt },
  },
}

const footerFields: Names<'footerLine' | 'footer'> = {
  footerLine: { kind: 'line', label: 'Line below the name', max: 120 },
  footer: {
    kind: 'group',
    label: 'At the end of every page',
    fields: {
      letters: { kind: 'line', label: 'Field for an email address', max: 60 },
      action: { kind: 'line', label: 'Its button', max: 30 },
      reply: { kind: 'line', label: 'Who replies', max: 100, hint: 'Your response time follows it.' },
    },
  },
}

const reachFields: Names<'responseTime' | 'locations'> = {
  responseTime: {
    kind: 'line',
    label: 'Response time',
    max: 60,
    hint: 'It stands in the middle of a sentence: within a day.',
  },
  locations: {
    kind: 'lines',
    label: 'Locations',
    max: 100,
    most: 20,
    optional: true,
    hint: 'Without any, they are those of your homes.',
  },
}

const contactFields: RecordFields<z.input<typeof contactPageSchema>> = {
  heading: { kind: 'line', label: 'Heading', max: 60 },
  text: { kind: 'line', label: 'Text', max: 200, hint: 'Your response time follows it.' },
  description: {
    kind: 'text',
    label: 'Description for search engines',
    max: 200,
    optional: true,
    hint: 'Empty: a sentence with your locations.',
  },
}

const notFoundFields: RecordFields<z.input<typeof notFoundSchema>> = {
  heading: { kind: 'line', label: 'Heading', max: 60 },
  text: { kind: 'text', label: 'Text', max: 200 },
}

/** The parts of the site's content: each has its form, in this order. */
export const SITE_PARTS = {
  hero: { title: 'Top of the home page', fields: heroFields },
  home: { title: 'Texts of the home page', fields: homeFields },
  why: { title: 'Reasons to choose you', fields: whyFields },
  owners: { title: 'Texts of the page for owners', fields: ownersFields },
  offer: { title: 'Offer to owners', fields: offerFields },
  look: { title: 'Logo and color', fields: lookFields },
  search: { title: 'Search engines and shared links', fields: searchFields },
  reach: { title: 'Response time and locations', fields: reachFields },
  contact: { title: 'Contact page', fields: contactFields },
  footer: { title: 'Footer', fields: footerFields },
  missing: { title: 'Not-found page', fields: notFoundFields },
}

export type SitePart = keyof typeof SITE_PARTS

type SitePage = { title: string; detail: string; path: string; parts: readonly SitePart[] }

/**
 * The pages of the back office with these parts, by the last step of their address. `path` is that of the guests’ page.
 */
export const SITE_PAGES: Record<string, SitePage> = {
  look: {
    title: 'Logo, color, and search engines',
    detail: 'Also the image of shared links',
    path: '/',
    parts: ['look', 'search'],
  },
  home: { title: 'Home page', detail: 'Its image, texts, and reasons', path: '/', parts: ['hero', 'home', 'why'] },
  owners: {
    title: 'Page for owners',
    detail: 'Its texts, steps, and your offer',
    path: '/host-with-us',
    parts: ['owners', 'offer'],
  },
  contact: {
    title: 'Contact, footer, and not found',
    detail: 'Also your response time and locations',
    path: '/contact',
    parts: ['reach', 'contact', 'footer', 'missing'],
  },
}

/** The guests’ page that shows a part of one of these pages. The not-found page is at every address that is none. */
export const seenAt = (page: string, part: string) =>
  part === ('missing' satisfies SitePart) ? '/not-found' : (SITE_PAGES[page]?.path ?? '/')
