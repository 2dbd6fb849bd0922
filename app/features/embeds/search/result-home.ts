import type { Quote } from '#app/features/availability/availability.ts'
import type { PropertyCard } from '#app/features/properties/properties.ts'

/** A home that is free for the stay, with its whole price: what the results show and the availability call answers. */
export type ResultHome = PropertyCard & { quote: Quote }
