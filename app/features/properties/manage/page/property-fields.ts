import type { z } from 'zod'
import { BEDS } from '#app/features/properties/beds.ts'
import { BATHROOMS, floorText } from '#app/features/properties/fact-rows.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { capitalized } from '#app/shared/words.ts'
import type { PROPERTY_SCHEMAS, PropertyPart } from './property-record.ts'

type Fields<Part extends PropertyPart> = RecordFields<z.input<(typeof PROPERTY_SCHEMAS)[Part]>>

const TITLE: Fields<'title'> = {
  name: { kind: 'line', label: 'Name', max: 200, hint: 'In lists, emails, and on bookings.' },
  title: { kind: 'line', label: 'Title', max: 200, hint: 'The large words at the top of the page.' },
  lead: { kind: 'text', label: 'Tagline', max: 300, optional: true, hint: 'The first sentence, in large type.' },
  description: { kind: 'text', label: 'Description', max: 5000, optional: true },
  bookingHeading: { kind: 'line', label: 'Heading above the dates', max: 60 },
  cardTitle: { kind: 'line', label: 'Name on the card', max: 100, optional: true, hint: 'If it is shorter there.' },
  cardText: { kind: 'text', label: 'Text on the card', max: 200, optional: true },
  badge: { kind: 'line', label: 'Badge on the card', max: 30, optional: true, hint: 'Such as: New' },
  capacityWord: {
    kind: 'choice',
    label: 'How the card says its size',
    options: { sleeps: 'Sleeps 8', guests: '8 guests' },
  },
  contactLabel: { kind: 'line', label: 'Name in the contact form', max: 100, optional: true, hint: 'If it differs.' },
  theme: {
    kind: 'choice',
    label: 'Colors and drawings',
    options: { mountain: 'Mountains', lake: 'A lake' },
  },
}

const STORY: Fields<'story'> = {
  highlights: { kind: 'lines', label: 'Highlights', item: 'highlight', max: 200, most: 20, optional: true },
  sections: {
    kind: 'list',
    label: 'Sections',
    item: 'Section',
    most: 20,
    fields: {
      heading: { kind: 'line', label: 'Heading', max: 100 },
      paragraphs: {
        kind: 'paragraphs',
        label: 'Text',
        max: 5000,
        optional: true,
        hint: 'An empty line begins a paragraph.',
      },
      items: { kind: 'lines', label: 'List', max: 300, most: 40, optional: true },
    },
  },
}

const IMAGES: Fields<'images'> = {
  afterStory: {
    kind: 'image',
    label: 'After the story',
    optional: true,
    hint: 'While you choose none of the three, the site shows the first photo of each category that isn’t at the top.',
  },
  afterRooms: { kind: 'image', label: 'After the rooms', optional: true },
  beforeMap: { kind: 'image', label: 'Before the map', hint: 'Wide: cut at top and bottom.', optional: true },
  isNone: { kind: 'check', label: 'No large photos' },
}

const FIGURES: Fields<'figures'> = {
  propertyType: { kind: 'line', label: 'Type of home', max: 40, hint: 'Such as: home, cabin, or condo' },
  maxGuests: { kind: 'number', label: 'Sleeps', min: 1, max: 99 },
  maxInfants: {
    kind: 'number',
    label: 'Infants besides',
    min: 0,
    max: 20,
    hint: 'Under 2. 0: not set up for infants.',
  },
  maxPets: { kind: 'number', label: 'Pets', min: 0, max: 20, hint: '0: no pets.' },
  bedrooms: { kind: 'number', label: 'Bedrooms', min: 0, max: 50 },
  bathrooms: { kind: 'number', label: 'Bathrooms', min: 0, max: 50, step: 0.5, hint: 'Such as: 2.5' },
  floorArea: { kind: 'number', label: 'Size in square feet', min: 50, max: 200_000, optional: true },
  extraFacts: {
    kind: 'list',
    label: 'Other figures',
    item: 'Figure',
    most: 6,
    hint: 'Such as: 2, hot tubs',
    fields: {
      value: { kind: 'line', label: 'Number', max: 12 },
      label: { kind: 'line', label: 'Of what', max: 40 },
    },
  },
}

const PLACE = (zones: readonly string[]): Fields<'place'> => ({
  location: { kind: 'line', label: 'Place', max: 200, hint: 'As guests read it: Oak Creek, Colorado' },
  address: {
    kind: 'line',
    label: 'Whole address',
    max: 200,
    optional: true,
    needed: 'to publish',
    hint: 'With its street. Guests read it once they have booked.',
  },
  city: { kind: 'line', label: 'City', max: 100, optional: true },
  region: { kind: 'line', label: 'State', max: 100, optional: true },
  postalCode: { kind: 'line', label: 'ZIP code', max: 20, optional: true },
  country: { kind: 'line', label: 'Country', max: 2, hint: 'Two letters, such as US' },
  timeZone: {
    kind: 'choice',
    label: 'Time zone',
    options: Object.fromEntries(zones.map((zone) => [zone, zone.replaceAll('_', ' ')])),
  },
  coordinates: {
    kind: 'line',
    label: 'Place on the map',
    max: 60,
    optional: true,
    hint: 'Latitude and longitude, as a map copies them: 40.4850, -106.8317',
  },
  checkInTime: { kind: 'line', label: 'Check-in from', max: 20, hint: 'Such as: 4:00 PM' },
  checkOutTime: { kind: 'line', label: 'Check-out by', max: 20, hint: 'Such as: 10:00 AM' },
})

const words = (floor: number) => [String(floor), floorText({ floor }) ?? ''] as const
const FLOORS = Object.fromEntries([
  ...Array.from({ length: 21 }, (_, at) => words(at)),
  ...[-1, -2, -3, -4, -5].map(words),
])
const BED_NAMES = Object.fromEntries(Object.entries(BEDS).map(([kind, { one }]) => [kind, capitalized(one)]))

const ROOMS: Fields<'rooms'> = {
  heading: { kind: 'line', label: 'Heading', max: 100 },
  sample: { kind: 'hidden', label: 'Sample', optional: true },
  rooms: {
    kind: 'list',
    label: 'Rooms',
    item: 'Room',
    most: 40,
    hint: 'Guests see those with beds.',
    fields: {
      name: { kind: 'line', label: 'Name', max: 100 },
      beds: {
        kind: 'list',
        label: 'Beds',
        item: 'Bed',
        most: 8,
        fields: {
          kind: { kind: 'choice', label: 'Kind', options: BED_NAMES as Record<keyof typeof BEDS, string> },
          count: { kind: 'number', label: 'How many', min: 1, max: 20 },
        },
      },
      floor: { kind: 'choice', label: 'Floor', optional: true, options: FLOORS },
      bathroom: { kind: 'choice', label: 'Bathroom', optional: true, options: BATHROOMS },
      bathroomNote: { kind: 'line', label: 'What it has, or who shares it', max: 200, optional: true },
    },
  },
}

const AMENITIES: Fields<'amenities'> = {
  heading: { kind: 'line', label: 'Heading', max: 100 },
  groups: {
    kind: 'list',
    label: 'Groups',
    item: 'Group',
    most: 20,
    fields: {
      name: { kind: 'line', label: 'Name', max: 60 },
      items: { kind: 'lines', label: 'Amenities', max: 150, most: 60 },
    },
  },
}

const RULES: Fields<'rules'> = {
  rules: { kind: 'lines', label: 'Your own rules', item: 'rule', max: 300, most: 30, optional: true },
}

const REVIEWS: Fields<'reviews'> = {
  reviews: {
    kind: 'list',
    label: 'Reviews',
    item: 'Review',
    most: 60,
    fields: {
      body: { kind: 'text', label: 'What it says', max: 5000 },
      author: { kind: 'line', label: 'Who wrote it', max: 100 },
      source: { kind: 'line', label: 'Where it was written', max: 100, hint: 'Such as: Airbnb, or a letter' },
      sourceUrl: { kind: 'line', label: 'Its address there', max: 500, optional: true },
      reviewedOn: { kind: 'date', label: 'When', optional: true },
    },
  },
}

const SURROUNDINGS: Fields<'surroundings'> = {
  text: { kind: 'text', label: 'Where the home is', max: 2000, optional: true },
  places: {
    kind: 'list',
    label: 'Places',
    item: 'Place',
    most: 12,
    hint: 'Their distances are computed.',
    fields: {
      name: { kind: 'line', label: 'Name', max: 100 },
      coordinates: { kind: 'line', label: 'Latitude and longitude', max: 60, hint: 'Such as: 40.4850, -106.8317' },
      label: { kind: 'line', label: 'Shorter name on the map', max: 40, optional: true },
      side: {
        kind: 'choice',
        label: 'Its name stands',
        options: { right: 'To the right', left: 'To the left', above: 'Above', below: 'Below' },
      },
    },
  },
}

const SEARCH: Fields<'search'> = {
  title: { kind: 'line', label: 'Title in search results', max: 120, optional: true },
  description: { kind: 'text', label: 'Description in search results', max: 400, optional: true },
  keywords: { kind: 'line', label: 'Keywords', max: 300, optional: true, hint: 'With commas between them.' },
}

const UNITS: Fields<'units'> = {
  units: {
    kind: 'list',
    label: 'Units',
    item: 'Unit',
    most: 20,
    hint: 'Parts with their own photos, such as two condos side by side.',
    fields: {
      id: { kind: 'hidden', label: 'Id', optional: true },
      name: { kind: 'line', label: 'Name', max: 100 },
    },
  },
}

/** The fields of each part of a home's page. `zones` are the time zones to choose from. */
export const propertyFields = (zones: readonly string[]) => ({
  title: TITLE,
  figures: FIGURES,
  place: PLACE(zones),
  story: STORY,
  images: IMAGES,
  rooms: ROOMS,
  amenities: AMENITIES,
  reviews: REVIEWS,
  surroundings: SURROUNDINGS,
  rules: RULES,
  search: SEARCH,
  units: UNITS,
})

export const PART_NAMES: Record<PropertyPart, string> = {
  title: 'Title and card',
  figures: 'Figures',
  place: 'Place and times',
  story: 'Story',
  images: 'Large photos',
  rooms: 'Rooms and beds',
  amenities: 'Amenities',
  reviews: 'Reviews',
  surroundings: 'Surroundings and map',
  rules: 'More house rules',
  search: 'Search engines',
  units: 'Units',
}
