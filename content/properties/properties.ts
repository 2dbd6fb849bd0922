import { lakeKeowee } from './lake-keowee.ts'
import { largeLuxury } from './large-luxury.ts'
import { luxuryAmenities } from './luxury-amenities.ts'
import type { PropertyRecord } from './property.ts'
import { spaciousCondo } from './spacious-condo.ts'

/** The properties in the order of their cards. */
export const demoProperties: PropertyRecord[] = [largeLuxury, lakeKeowee, luxuryAmenities, spaciousCondo]
