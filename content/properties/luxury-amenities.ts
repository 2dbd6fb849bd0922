import { luxuryAmenitiesUnit } from './luxury-amenities-images.ts'
import { imagesAreIllustrations, type PropertyRecord, yetiForEveryChild } from './property.ts'
import { mountainGallery, noImages, steamboatSprings } from './steamboat-springs.ts'
import { steamboatSurroundings } from './steamboat-surroundings.ts'

export const luxuryAmenities: PropertyRecord = {
  property: {
    ...steamboatSprings,
    id: '62a439fd-2eed-4814-a30b-4c0e8d45e610',
    slug: 'luxury-amenities',
    name: 'Luxury Home with Amazing Amenities',
    title: 'Luxury Home with Amazing Amenities',
    description:
      'A townhome behind a glass gable, with a deck that holds two hot tubs and a fire pit. Inside are a sauna, a massage chair, a long, low fireplace, and a kitchen that seats people at the island while someone else cooks. The bunk room has a reading light over every bunk; lights out is up to you.',
    propertyType: 'townhome',
    bedrooms: 3,
    bathrooms: '3',
    maxGuests: 8,
    floorArea: 2400,
    maxInfants: 2,
    latitude: '40.46110',
    longitude: '-106.80020',
    minimumStay: 2,
    checkInTime: '4:00 PM',
    checkOutTime: '10:00 AM',
    highlights: ['Two hot tubs', 'Sauna', 'Massage chair', 'Fire pit on the deck'],
    contactLabel: 'Luxury Home with Amazing Amenities',
  },
  units: [luxuryAmenitiesUnit],
  mosaic: [
    'luxury-amenities-exterior.jpg',
    'mountain-b-living-1.jpg',
    'mountain-b-hot-tub-1.jpg',
    'mountain-b-sauna-1.jpg',
    'mountain-b-bedroom-1.jpg',
  ],
  sectionImages: ['mountain-b-kitchen-1.jpg', 'mountain-b-bunkroom-1.jpg', 'mountain-b-game-room-1.jpg'],
  rooms: [
    { name: 'Main suite', beds: [{ kind: 'king', count: 1 }] },
    { name: 'Summit room', beds: [{ kind: 'king', count: 1 }] },
    { name: 'Bunk room', beds: [{ kind: 'bunk', count: 4 }] },
    { name: 'Living room', beds: [] },
    { name: 'Kitchen', beds: [] },
    { name: 'Game room', beds: [] },
  ],
  presentation: {
    cardText: 'Two hot tubs side by side, and string lights to find them by.',
    extraFacts: [{ value: '2', label: 'hot tubs' }],
    lead: 'Ski until the lifts stop. Then there are two hot tubs, a sauna, a massage chair, and only one decision left to make.',
    sleepingHeading: 'Sleeping arrangements',
    gallery: {
      ...mountainGallery,
      lightbox: 'simple',
      emptyText: noImages,
      fallback: [],
      note: imagesAreIllustrations,
    },
    amenityGroups: [
      {
        name: 'Location & Access',
        items: ['In Steamboat Springs, Colorado', 'Firs outside the windows', 'Wide steps up to the deck'],
      },
      {
        name: 'Property Features',
        items: [
          'Two hot tubs under a pergola',
          'Sauna with two benches',
          'Leather massage chair',
          'Stone-faced fireplace',
          'Kitchen with a marble island',
          'Freestanding tub and glass shower',
        ],
      },
      { name: 'Entertainment', items: ['Foosball', 'Three arcade machines', 'Fire pit on the deck'] },
      { name: 'Family-Friendly', items: ['Bunk room with a light over every bunk', yetiForEveryChild] },
    ],
    surroundings: {
      ...steamboatSurroundings,
      text: 'On the upper side of the mountain village, with Mount Werner behind it. The gondola is close by; downtown is down the valley, along the Yampa River.',
    },
    questions: [
      {
        question: 'Are there really two hot tubs?',
        answer: 'Yes, side by side under a pergola on the deck.',
      },
      {
        question: 'Where do the children sleep?',
        answer: 'The bunk room has four bunks, each with its own reading light.',
      },
    ],
    metadata: {
      title: 'Luxury Home with Amazing Amenities',
      description:
        'A three-bedroom townhome in Steamboat Springs, Colorado, with two hot tubs, a sauna, a massage chair, and a bunk room. See open dates and the full price.',
      keywords:
        'Steamboat Springs townhome, two hot tubs, sauna, massage chair, family ski vacation, bunk room, luxury vacation rental',
    },
  },
}
