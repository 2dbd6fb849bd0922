import { imagesAreIllustrations, type PropertyRecord, yetiForEveryChild } from './property.ts'
import { spaciousCondoUnit } from './spacious-condo-images.ts'
import { mountainGallery, noImages, steamboatSprings } from './steamboat-springs.ts'
import { steamboatSurroundings } from './steamboat-surroundings.ts'

export const spaciousCondo: PropertyRecord = {
  property: {
    ...steamboatSprings,
    id: 'd804310a-20d8-4044-88dc-c95eac88f5e9',
    slug: 'spacious-condo',
    name: 'Spacious Mountain Condo',
    title: 'Spacious Condo 2-Min Walk to Slopes with Hot Tub, Steamboat Springs, CO',
    description:
      'A three-bedroom condo in a timber lodge with a lantern path to the door and the chairlift in view. Skis on, skis off, soup on the stove.',
    propertyType: 'condo',
    bedrooms: 3,
    bathrooms: '3',
    maxGuests: 9,
    floorArea: 1650,
    maxInfants: 2,
    latitude: '40.45660',
    longitude: '-106.80910',
    minimumStay: 2,
    checkInTime: '3:00 PM',
    checkOutTime: '11:00 AM',
    highlights: ['Two-minute walk to the slopes', 'Six-person hot tub', 'Stone fireplace'],
    contactLabel: 'Spacious Mountain Condo',
  },
  units: [spaciousCondoUnit],
  mosaic: [
    'spacious-condo-exterior.jpg',
    'condo-living-1.jpg',
    'condo-kitchen-1.jpg',
    'condo-hot-tub-1.jpg',
    'condo-bedroom-1.jpg',
  ],
  sectionImages: ['condo-dining-1.jpg', 'condo-bedroom-2.jpg', 'condo-hot-tub-1.jpg'],
  rooms: [
    { name: 'Main bedroom', beds: [{ kind: 'king', count: 1 }] },
    {
      name: 'Second bedroom',
      beds: [
        { kind: 'queen', count: 1 },
        { kind: 'twin', count: 1 },
      ],
    },
    { name: 'Twin room', beds: [{ kind: 'twin', count: 2 }] },
    { name: 'Living room', beds: [{ kind: 'sofa-bed', count: 1 }] },
    { name: 'Kitchen', beds: [] },
  ],
  facts: { lift: { to: 'the slopes', minutes: 2 } },
  presentation: {
    cardText: 'A two-minute walk to the slopes. You can go back for your gloves.',
    lead: 'A two-minute walk to the slopes. The walk back ends at a hot tub.',
    story: [
      {
        heading: 'The space',
        paragraphs: [
          'The living room has a stone fireplace, a long cream sofa, and a window full of firs. The kitchen centers on a deep green island with three stools. Everyone will end up there.',
          'Dinner is at a round table by the window. It seats four; the island handles the second seating.',
        ],
      },
      {
        heading: 'What makes it special',
        paragraphs: [
          'First, the walk: two minutes to the slopes, so you can run back for forgotten gloves.',
          'Then the hot tub, which holds six, on a stone patio under string lights. It belongs to the 24-unit complex, so you may meet a neighbor.',
        ],
      },
      {
        heading: 'Perfect for families',
        paragraphs: [
          'Parents take the king. Kids take the twin room and divide it down the middle. The queen-and-twin room suits anyone with a little one, and the sofa bed goes to whoever decides last.',
        ],
      },
    ],
    gallery: {
      ...mountainGallery,
      lightbox: 'simple',
      emptyText: noImages,
      fallback: [],
      note: imagesAreIllustrations,
    },
    amenitiesHeading: "What's included",
    amenityGroups: [
      {
        name: 'Essentials',
        items: [
          'Kitchen with an island and three stools',
          'Round dining table',
          'Bathroom with a walk-in glass shower',
        ],
      },
      { name: 'Relaxation', items: ['Six-person hot tub, shared by the complex', 'Stone fireplace'] },
      {
        name: 'Fun and entertainment',
        items: ['A chairlift to watch from the lantern path'],
      },
      {
        name: 'Family-friendly',
        items: ['Twin room for the kids', 'Sofa bed in the living room', yetiForEveryChild],
      },
    ],
    surroundings: {
      ...steamboatSurroundings,
      text: 'At the lower edge of the mountain village, a two-minute walk from the slopes. Downtown is the other way, along the Yampa River.',
    },
    questions: [
      {
        question: 'Is the hot tub ours alone?',
        answer: 'No. It holds six and belongs to the 24-unit complex, so you may meet a neighbor.',
      },
      {
        question: 'How many can sit down to dinner?',
        answer: 'Four at the round table, and three at the kitchen island.',
      },
    ],
    metadata: {
      title: 'Spacious Condo 2-Min Walk to Slopes with Hot Tub, Steamboat Springs, CO',
      description:
        'A three-bedroom condo a two-minute walk from the slopes in Steamboat Springs, Colorado, with a six-person hot tub and a stone fireplace. See open dates and the full price.',
      keywords:
        'Steamboat Springs condo, walk to slopes, ski condo, hot tub, family ski vacation, three bedroom condo, vacation rental',
    },
  },
}
