import { largeLuxuryUnits } from './large-luxury-images.ts'
import { illustration, imagesAreIllustrations, type PropertyRecord, yetiForEveryChild } from './property.ts'
import { mountainGallery, steamboatSprings } from './steamboat-springs.ts'
import { steamboatSurroundings } from './steamboat-surroundings.ts'

const builtIn = [
  'large-luxury-exterior.jpg',
  'mountain-a-hot-tub-1.jpg',
  'mountain-a-kitchen-1.jpg',
  'mountain-a-living-1.jpg',
  'mountain-a-bedroom-1.jpg',
]

export const largeLuxury: PropertyRecord = {
  property: {
    ...steamboatSprings,
    id: '946bb8f8-898a-4072-b708-04c20db6a97f',
    slug: 'large-luxury',
    name: 'Large Luxury',
    title: 'Large Luxury: Fun 4 Whole Family',
    description:
      'Two connected condos under one roof. Cook in two kitchens, eat at one long table, and finish the day by the stone fireplace while the peaks turn pink in the windows. There is a hot tub on the deck, a pool table under green lamps, and three arcade machines for anyone who needs a break from the family. The home has as many bathrooms as bedrooms, so the mornings work too.',
    propertyType: 'home',
    bedrooms: 6,
    bathrooms: '6',
    maxGuests: 23,
    floorArea: 4000,
    maxInfants: 4,
    latitude: '40.45790',
    longitude: '-106.80470',
    minimumStay: 3,
    checkInTime: '4:00 PM',
    checkOutTime: '10:00 AM',
    highlights: ['Two connected condos', 'Hot tub on the deck', 'Pool table and three arcade machines', 'Bunk room'],
    contactLabel: 'Large Luxury Mountain Home',
  },
  units: largeLuxuryUnits,
  mosaic: [
    'large-luxury-exterior.jpg',
    'mountain-a-living-1.jpg',
    'mountain-a-kitchen-1.jpg',
    'mountain-a-bunkroom-1.jpg',
    'mountain-a-dining-1.jpg',
  ],
  sectionImages: ['mountain-a-living-2.jpg', 'mountain-a-game-room-1.jpg', 'mountain-summer-exterior.jpg'],
  rooms: [
    { name: 'Main suite', beds: [{ kind: 'king', count: 1 }] },
    { name: 'Ridge room', beds: [{ kind: 'king', count: 1 }] },
    {
      name: 'Fireside room',
      beds: [
        { kind: 'queen', count: 1 },
        { kind: 'twin', count: 1 },
      ],
    },
    { name: 'Pine room', beds: [{ kind: 'king', count: 1 }] },
    { name: 'Bunk room', beds: [{ kind: 'bunk', count: 6 }] },
    { name: 'Loft', beds: [{ kind: 'queen', count: 2 }] },
    { name: 'First living room', beds: [{ kind: 'sofa-bed', count: 1 }] },
    { name: 'Second living room', beds: [{ kind: 'sofa-bed', count: 1 }] },
    { name: 'First kitchen', beds: [] },
    { name: 'Second kitchen', beds: [] },
    { name: 'Game room', beds: [] },
  ],
  presentation: {
    cardText: 'Two condos and a door between them you’ll leave open all week.',
    badge: 'TOP SPOT',
    capacityWord: 'sleeps',
    lead: 'Two condos, joined by a door you’ll leave open all week. Grandparents get the quiet side; the cousins get the bunk room.',
    gallery: {
      ...mountainGallery,
      lightbox: 'carousel',
      emptyText: null,
      fallback: largeLuxuryUnits.flatMap((unit) =>
        unit.images
          .filter((image) => builtIn.includes(image.file))
          .map(({ file, alt, category }) => ({ path: illustration(file), alt, category })),
      ),
      note: imagesAreIllustrations,
    },
    amenitiesHeading: 'Property Amenities',
    amenityGroups: [
      { name: 'Entertainment', items: ['Pool table', 'Three arcade machines', 'Two living rooms to spread out in'] },
      {
        name: 'Kitchen & Dining',
        items: [
          'Two kitchens, one in each condo',
          'Marble islands with stools',
          'One long dining table',
          'Range and steel refrigerator',
        ],
      },
      {
        name: 'Family-Friendly',
        items: ['Bunk room with six single bunks', 'A door between the condos', yetiForEveryChild],
      },
      {
        name: 'Comfort & Convenience',
        items: [
          'Hot tub on the deck',
          'Massage chair',
          'Stone fireplace',
          'Freestanding tub and glass shower',
          'A sofa bed in each living room',
        ],
      },
    ],
    surroundings: {
      ...steamboatSurroundings,
      text: 'In the mountain village at the foot of Mount Werner, a short way from the gondola. Downtown is down the valley, along the Yampa River.',
    },
    questions: [
      {
        question: 'Are the two condos connected inside?',
        answer: 'Yes, by a door you can leave open all week. Each condo has its own kitchen and living room.',
      },
      {
        question: 'Can the whole group eat together?',
        answer: 'There is one long dining table, and both kitchens have islands with stools.',
      },
    ],
    metadata: {
      title: 'Large Luxury: Fun 4 Whole Family',
      description:
        'Two connected condos in Steamboat Springs, Colorado: six bedrooms, 4,000 sq ft, a hot tub on the deck, a game room, and a bunk room. See open dates and the full price.',
      keywords:
        'Steamboat Springs vacation rental, large family vacation home, group lodging Steamboat, sleeps 23, hot tub, game room, bunk room',
    },
  },
}
