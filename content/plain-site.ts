import type { SiteContentRecord } from '#app/features/site/site.ts'
import { content } from './site.ts'

const { hero, whyChoose, gift: _, ...home } = content.home
const { ogImage: __, ...others } = content

/**
 * The texts of a site without the sample homes, true of any. Images and places are left out: then they are those of the
 * homes.
 */
export const plainContent: SiteContentRecord = {
  ...others,
  defaultTitle: 'Vacation Rentals',
  defaultDescription: 'Vacation homes with open dates and full prices, taxes and fees included.',
  defaultKeywords: 'vacation rentals, vacation homes, direct booking',
  footerLine: 'A light left on for you.',
  locations: [],
  host: {
    ...content.host,
    description: 'Own a home that groups would love? We look after the home, the guests, and the calendar.',
    terms: null,
  },
  home: {
    ...home,
    hero: {
      title: 'Vacation Retreats',
      text: 'Room for everyone you love, and a light left on for you.',
      action: hero.action,
    },
    welcome: {
      heading: home.welcome.heading,
      text: 'You see the full price before you book, taxes and fees included, and a real person answers when you write.',
    },
    whyChoose: {
      heading: whyChoose.heading,
      cards: [
        {
          title: 'The full price',
          text: 'Taxes and fees are in the first total that you see, and nothing is added later.',
        },
        { title: 'A real person', text: 'You write to the people who look after the home, and they write back.' },
        { title: 'A bed for everyone', text: 'Each home’s page says who sleeps where, bed by bed.' },
      ],
    },
  },
}
