/** Every table of the database, by its Drizzle name. */
export * from './tables/bookings.server.ts'
export * from './tables/giveaway.server.ts'
export * from './tables/installation.server.ts'
export * from './tables/limits.server.ts'
export * from './tables/messages.server.ts'
export * from './tables/operators.server.ts'
export * from './tables/pricing.server.ts'
export * from './tables/properties.server.ts'
