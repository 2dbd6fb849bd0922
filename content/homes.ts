import type { HomeRecord } from './home.ts'
import { lakeKeowee } from './homes/lake-keowee.ts'
import { largeLuxury } from './homes/large-luxury.ts'
import { luxuryAmenities } from './homes/luxury-amenities.ts'
import { spaciousCondo } from './homes/spacious-condo.ts'

/** The properties in the order of their cards. */
export const homes: HomeRecord[] = [largeLuxury, lakeKeowee, luxuryAmenities, spaciousCondo]
