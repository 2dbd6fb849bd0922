import { lakeKeoweeUnit } from './lake-keowee-images.ts'
import { lakeKeoweeSurroundings } from './lake-keowee-surroundings.ts'
import { imagesAreIllustrations, type PropertyRecord, yetiForEveryChild } from './property.ts'

export const lakeKeowee: PropertyRecord = {
  property: {
    id: 'b160e97b-d272-4fed-8a12-6b9ce69a0587',
    slug: 'lake-keowee',
    name: 'Cabin By The Cove',
    title: "Lake Keowee's Cabin By The Cove, West Union, SC",
    description:
      'The cabin stands above a cove of Lake Keowee, with its own dock and beach. The water trampoline is 15 feet across and takes up most of the morning. In the evening the fire pit is on the sand and the grill is under the string lights.',
    location: 'Lake Keowee, South Carolina',
    address: 'West Union, SC 29696',
    city: 'West Union',
    region: 'SC',
    postalCode: '29696',
    theme: 'lake',
    timeZone: 'America/New_York',
    propertyType: 'cabin',
    bedrooms: 5,
    bathrooms: '3',
    maxGuests: 14,
    floorArea: 3200,
    maxInfants: 3,
    maxPets: 2,
    latitude: '34.79840',
    longitude: '-82.88650',
    minimumStay: 2,
    checkInTime: '3:00 PM',
    checkOutTime: '11:00 AM',
    highlights: [
      'Private dock and beach',
      '15-foot water trampoline',
      'Three kayaks',
      'Fire pit on the sand',
      'Stone outdoor kitchen with a grill',
    ],
    contactLabel: 'Lake Keowee Property',
  },
  units: [lakeKeoweeUnit],
  mosaic: [
    'lake-keowee-exterior.jpg',
    'lake-living-1.jpg',
    'lake-keowee-dock.jpg',
    'lake-bedroom-1.jpg',
    'lake-kitchen-1.jpg',
  ],
  sectionImages: ['lake-living-2.jpg', 'lake-keowee-beach.jpg', 'lake-patio-grill-1.jpg'],
  rooms: [
    { name: 'Cove suite', beds: [{ kind: 'king', count: 1 }] },
    { name: 'Dock room', beds: [{ kind: 'queen', count: 1 }] },
    { name: 'Heron room', beds: [{ kind: 'queen', count: 1 }] },
    { name: 'Camp room', beds: [{ kind: 'twin', count: 4 }] },
    {
      name: 'Loft',
      beds: [
        { kind: 'queen', count: 1 },
        { kind: 'twin', count: 2 },
      ],
    },
    { name: 'Living room', beds: [] },
    { name: 'Kitchen', beds: [] },
  ],
  presentation: {
    cardText: 'Your own dock, with a water trampoline beside it.',
    extraFacts: [{ value: '1', label: 'private dock and beach' }],
    lead: 'Coffee on the dock at seven, the water trampoline by ten, something on the grill when the light turns gold.',
    story: [
      {
        heading: 'Bedrooms',
        paragraphs: [
          'Five rooms, white planks, blue stripes. The Cove suite has the king bed. The Camp room is for the kids, who will ask to stay there anyway.',
        ],
      },
      {
        heading: 'Bathrooms',
        paragraphs: [
          'Three of them, enough to get the sand off everyone before dinner. One has a white tub under a lake-view window, double sinks, and a glass shower.',
        ],
      },
      {
        heading: 'Kitchen and dining',
        paragraphs: [
          'A teal island with three chairs for anyone keeping the cook company, and a long table by the wide windows. You can see the dock from the table, so you’ll know who’s late.',
        ],
      },
      {
        heading: 'Living room',
        paragraphs: [
          'A pale stone fireplace, a cream sofa, two armchairs, and glass on two sides. Nobody minds the rain here.',
        ],
      },
    ],
    gallery: {
      groups: [
        { category: 'recreation', label: 'Recreation' },
        { category: 'bedroom', label: 'Bedrooms' },
        { category: 'kitchen', label: 'Kitchen' },
        { category: 'living_room', label: 'Living Room' },
      ],
      open: null,
      lightbox: 'simple',
      emptyText: null,
      fallback: [],
      note: imagesAreIllustrations,
    },
    amenityGroups: [
      {
        name: 'Water Activities',
        items: ['Private dock', 'Private beach', '15-foot water trampoline', 'Three kayaks'],
      },
      {
        name: 'Entertainment',
        items: ['Fire pit with four chairs on the sand', 'Fireplace in the living room', yetiForEveryChild],
      },
      {
        name: 'Outdoor Living',
        items: [
          'Stone outdoor kitchen with a grill',
          'Dining table under a pergola',
          'String lights over patio and beach',
        ],
      },
      { name: 'Essentials', items: ['Kitchen with an island and three chairs', 'Long dining table'] },
    ],
    surroundings: lakeKeoweeSurroundings,
    questions: [
      {
        question: 'Do we share the dock or the beach?',
        answer: 'No. Both belong to the cabin, and so do the three kayaks and the water trampoline.',
      },
      {
        question: 'Where do the children sleep?',
        answer: 'The Camp room has four twin beds, and the loft has two more beside its queen.',
      },
    ],
    metadata: {
      title: "Lake Keowee's Cabin By The Cove, West Union, SC",
      description:
        'A five-bedroom lake cabin in West Union, South Carolina, with a private dock and beach on Lake Keowee and a 15-foot water trampoline. See open dates and the full price.',
      keywords:
        'Lake Keowee cabin, West Union SC vacation rental, private dock, lake house with beach, water trampoline, family lake vacation',
    },
  },
}
