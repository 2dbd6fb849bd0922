import { z } from 'zod'

/**
 * The requirements of Google's vacation rental markup, property by property, as a strict schema. See
 * https://developers.google.com/search/docs/appearance/structured-data/vacation-rental (required, recommended, and the
 * values that it lists). `offers` is added, for what this site sells. Reviews and ratings are excluded on purpose.
 */

const AMENITIES = [
  ...['ac', 'airportShuttle', 'balcony', 'beachAccess', 'childFriendly', 'crib', 'elevator', 'fireplace'],
  ...['freeBreakfast', 'gymFitnessEquipment', 'heating', 'hotTub', 'instantBookable', 'ironingBoard', 'kitchen'],
  ...['microwave', 'outdoorGrill', 'ovenStove', 'patio', 'petsAllowed', 'pool', 'privateBeachAccess'],
  ...['selfCheckinCheckout', 'smokingAllowed', 'tv', 'washerDryer', 'wheelchairAccessible', 'wifi'],
] as const
const BEDS = ['CaliforniaKing', 'King', 'Queen', 'Full', 'Double', 'SemiDouble', 'Single'] as const
const KINDS = [
  ...['Apartment', 'Bungalow', 'Cabin', 'Chalet', 'Cottage', 'Gite', 'HolidayVillageRental', 'House', 'Villa'],
  'VacationRental',
] as const

const text = z.string().trim().min(1)
const count = z.int().min(1)
const coordinate = z.string().regex(/^-?\d{1,3}\.\d{5,}$/)
/** ISO 8601, with or without a UTC offset. */
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d([+-]\d{2}:\d{2})?$/)
const unique = <Value>(values: Value[]) => new Set(values).size === values.length

const feature = (name: z.ZodType, value: z.ZodType) =>
  z.strictObject({ '@type': z.literal('LocationFeatureSpecification'), name, value })
const amenityFeature = z.union([
  feature(z.enum(AMENITIES), z.boolean()),
  feature(z.literal(['internetType', 'parkingType']), z.literal(['Free', 'Paid', 'None'])),
  feature(z.literal('poolType'), z.literal(['Indoor', 'Outdoor', 'None'])),
  feature(z.literal('licenseNum'), text),
])

const containsPlace = z
  .strictObject({
    '@type': z.literal('Accommodation'),
    additionalType: z.literal(['EntirePlace', 'PrivateRoom', 'SharedRoom']),
    occupancy: z.strictObject({ '@type': z.literal('QuantitativeValue'), value: count }),
    amenityFeature: z
      .array(amenityFeature)
      .min(1)
      .refine((features) => unique(features.map(({ name }) => name)), 'a feature stands twice')
      .optional(),
    bed: z
      .array(z.strictObject({ '@type': z.literal('BedDetails'), numberOfBeds: count, typeOfBed: z.enum(BEDS) }))
      .min(1)
      .refine((beds) => unique(beds.map(({ typeOfBed }) => typeOfBed)), 'a type of bed stands twice')
      .optional(),
    floorSize: z
      .strictObject({
        '@type': z.literal('QuantitativeValue'),
        value: z.number().positive(),
        unitCode: z.literal(['FTK', 'SQFT', 'MTK', 'SQM']),
      })
      .optional(),
    numberOfBathroomsTotal: z.number().min(0).multipleOf(0.5),
    numberOfBedrooms: z.int().min(0),
    numberOfRooms: count.optional(),
    petsAllowed: z.boolean(),
  })
  .refine(
    ({ numberOfRooms, numberOfBedrooms }) => numberOfRooms === undefined || numberOfRooms > numberOfBedrooms,
    'the number of rooms repeats that of the bedrooms',
  )

export const vacationRentalMarkup = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('VacationRental'),
  additionalType: z.enum(KINDS).optional(),
  identifier: text,
  name: text,
  description: text.optional(),
  url: z.url(),
  image: z.array(z.url()).min(8).refine(unique, 'an image stands twice'),
  latitude: coordinate,
  longitude: coordinate,
  address: z.strictObject({
    '@type': z.literal('PostalAddress'),
    addressCountry: z.string().regex(/^[A-Z]{2}$/),
    addressLocality: text.optional(),
    addressRegion: text.optional(),
    postalCode: text.optional(),
  }),
  checkinTime: time.optional(),
  checkoutTime: time.optional(),
  containsPlace,
  offers: z
    .strictObject({
      '@type': z.literal('Offer'),
      priceCurrency: z.literal('USD'),
      availability: z.literal('https://schema.org/InStock'),
      url: z.url(),
      name: z.string().optional(),
      price: z
        .string()
        .regex(/^\d+\.\d\d$/)
        .optional(),
      priceValidUntil: z.iso.date().optional(),
      availabilityStarts: z.iso.date().optional(),
      availabilityEnds: z.iso.date().optional(),
    })
    .optional(),
})
