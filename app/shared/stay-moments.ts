/** The moments of a stay at which its guest is written to, in their order. */
export const STAY_MOMENTS = [
  'balance-due',
  'not-paid',
  'arrival-guide',
  'day-before',
  'first-morning',
  'last-day',
  'thanks',
  'review',
] as const

export type StayMoment = (typeof STAY_MOMENTS)[number]
