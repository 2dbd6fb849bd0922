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

/** Emails that are sent at once. They promise money and nights, so only a paragraph of each is the operator's. */
export const MAIL_MOMENTS = ['received', 'confirmed', 'how-to-pay', 'paid', 'canceled'] as const

export type MailMoment = (typeof MAIL_MOMENTS)[number]

/** Every moment that has a text of the operator. */
export const MOMENTS_WITH_TEXT = [...MAIL_MOMENTS, ...STAY_MOMENTS] as const
