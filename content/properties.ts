import { lakeKeowee } from './properties/lake-keowee.ts'
import { largeLuxury } from './properties/large-luxury.ts'
import { luxuryAmenities } from './properties/luxury-amenities.ts'
import { spaciousCondo } from './properties/spacious-condo.ts'
import type { PropertyRecord } from './property.ts'

/** The properties in the order of their cards. */
export const demoProperties: PropertyRecord[] = [largeLuxury, lakeKeowee, luxuryAmenities, spaciousCondo]
