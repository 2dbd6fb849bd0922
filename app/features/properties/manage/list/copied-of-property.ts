/** The parts that a new home can copy from another one. Photos and the arrival guide are never among them. */
export const COPIED_OF_PROPERTY = {
  prices: 'Prices, seasons, fees, and taxes',
  rules: 'Stay rules, house rules, payment, and cancellation',
  amenities: 'Amenities',
} as const
export type CopiedOfProperty = keyof typeof COPIED_OF_PROPERTY
