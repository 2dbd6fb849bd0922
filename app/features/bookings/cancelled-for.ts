/** Why an operator cancels a confirmed stay; the guest reads other words for each. */
export const CANCELLED_FOR = {
  guest: 'The guest asked',
  operator: 'We have to cancel',
  'no-show': 'The guest did not arrive',
} as const
export type CancelledFor = keyof typeof CANCELLED_FOR
