import type { PaymentWay } from '#app/features/site/payment-terms.ts'
import type { SiteContentRecord } from '#app/features/site/site.ts'
import type { site as siteTable } from '#app/platform/site.tables.server.ts'
import { lakeKeowee } from './properties/lake-keowee.ts'
import { brandImage, propertyImage } from './properties/property.ts'
import { steamboatSprings } from './properties/steamboat-springs.ts'

export const content = {
  defaultTitle: 'Luxury Vacation Rentals in Colorado & Lake Keowee',
  defaultDescription:
    'Mountain homes in Steamboat Springs, Colorado, and a cabin on Lake Keowee, South Carolina. See open dates and full prices, then book.',
  defaultKeywords:
    'Steamboat Springs vacation rentals, Lake Keowee cabin, luxury vacation rentals, family vacation homes, large group lodging, hot tub',
  ogImage: {
    path: brandImage('og-default.jpg'),
    alt: 'Mountain lodge with a glowing glass gable below jagged snow peaks at dusk',
  },
  footerLine: 'Mountains, a lake, and a light left on.',
  locations: [steamboatSprings.location, lakeKeowee.property.location],
  responseTime: 'typically within 24 hours',
  host: {
    description: 'Own a home in the mountains or on a lake? We look after the home, the guests, and the calendar.',
    text: 'Own a home that groups would love? Tell us where it is and how many it sleeps.',
    benefits: [
      {
        title: 'Premium properties',
        text: 'A short list of homes that we know room by room, each shown exactly as it is.',
      },
      {
        title: 'Professional management',
        text: 'Guests, calendars, cleaning, and keys, all handled by people who answer.',
      },
      {
        title: 'Maximize revenue',
        text: 'Rates by season and weekday, taxes worked out, and direct bookings, never double-booked.',
      },
    ],
    steps: [
      {
        title: 'Tell us about your home',
        text: 'Where it is, how many it sleeps, and where it’s listed now. Links to your listings are enough to start.',
      },
      {
        title: 'We get to know it',
        text: 'A real person replies by email and asks about the rooms, the beds, the photos, and your calendar.',
      },
      {
        title: 'Guests book it here',
        text: 'Your home gets its own page, with every bed, open dates, and the full price, taxes and fees included.',
      },
    ],
    weDo: [
      'Build your home’s page: photos, who sleeps where, a map, and house rules',
      'Keep one calendar, synced with Airbnb, Vrbo, and Booking.com',
      'Set rates by season and weekday, and work out fees and taxes',
      'Answer guests, from the first question to check-out',
    ],
    youKeep: [
      'Your listings on Airbnb and Vrbo, if you want them',
      'The nights you want for yourself: tell us, and we block them',
      'Your house rules, minimum stay, and check-in days',
      'Your say on pets, infants, and how many guests',
    ],
    terms: 'This is a demo site, so it names no fee. An operator’s own fee and agreement go here.',
  },
  home: {
    hero: {
      title: 'Luxury Vacation Retreats',
      text: 'Mountain homes in Steamboat Springs and a cabin on Lake Keowee. Room for everyone you love, and a light left on for you.',
      action: 'Explore Properties',
      image: {
        path: brandImage('hero-mountain.jpg'),
        phone: brandImage('hero-mountain-phone.jpg'),
        tablet: brandImage('hero-mountain-tablet.jpg'),
        alt: 'Mountain lodge with a glowing glass gable below jagged snow peaks at dusk, lanterns along the path',
      },
      seasonal: {
        from: '05-01',
        to: '10-31',
        timeZone: steamboatSprings.timeZone,
        path: brandImage('hero-mountain-summer.jpg'),
        phone: brandImage('hero-mountain-summer-phone.jpg'),
        tablet: brandImage('hero-mountain-summer-tablet.jpg'),
        alt: 'Timber lodge with a glowing glass gable in late summer sun, wildflower meadow, snow-streaked peaks behind',
      },
    },
    searchHeading: 'Search Available Properties',
    welcome: {
      heading: 'Bring the whole family. We’ll leave the light on.',
      text: 'Homes among the snow in Steamboat Springs and beside the water at Lake Keowee. You see the full price before you book, taxes and fees included, and a real person answers when you write.',
    },
    gift: {
      heading: 'A yeti goes home with you',
      text: 'Every stay comes with a stuffed yeti: one for the group, and one for every child in it. It’s free, it’s soft, and it hasn’t melted yet.',
      one: 'yeti',
      each: 'child',
      image: {
        path: brandImage('yeti.png'),
        alt: 'Friendly white yeti with small horns, blue face, and a red plaid scarf',
      },
    },
    propertiesHeading: 'Find Your Perfect Retreat',
    whyChoose: {
      heading: 'Why Choose',
      cards: [
        {
          title: 'Luxury Amenities',
          text: 'Hot tubs in the snow, a sauna, a massage chair, and kitchens with room for more than one cook.',
          facts: [
            'Hot tubs at every mountain home, some of them side by side',
            'A stone fireplace in every home',
            'A pool table, foosball, and six arcade machines',
          ],
          image: {
            path: propertyImage('mountain-b-sauna-1.jpg'),
            alt: 'Wooden sauna with two benches, towels, and a stove of hot stones',
          },
        },
        {
          title: 'Prime Locations',
          text: 'At the condo, the slopes are a two-minute walk. At the cabin, the dock and the beach are all yours.',
          facts: [
            'Homes in Steamboat Springs, Colorado',
            'A cabin on Lake Keowee, South Carolina',
            'Kayaks and a 15-foot water trampoline beside the dock',
          ],
          image: {
            path: propertyImage('lake-keowee-dock.jpg'),
            alt: 'Wooden dock with two white chairs, three kayaks, and a blue-and-yellow water trampoline on a calm lake',
          },
        },
        {
          title: 'Family-Focused',
          text: 'Bunk rooms, game rooms, a water trampoline, and a bed for everyone on the list.',
          facts: [
            'Who sleeps where, bed by bed, on every page',
            'Ten bunks in two bunk rooms, with ladders',
            'Infants under 2 don’t count as guests',
          ],
          image: {
            path: propertyImage('mountain-a-bunkroom-1.jpg'),
            alt: 'Bunk room with wooden bunks and ladders on both sides, leather bench on a red rug',
          },
        },
      ],
    },
  },
} satisfies SiteContentRecord

/** The demo's operator. Its addresses use reserved domains that nobody can own. */
export const site: typeof siteTable.$inferInsert = {
  brand: 'Powder & Cove',
  email: 'hello@powderandcove.example',
  socialName: 'Follow us',
  socialUrl: 'https://social.example/powderandcove',
  content,
}

/** How guests of the demo can pay, as nobody has connected a card service. */
export const demoPaymentWays: PaymentWay[] = ['check', 'bank-transfer']
