/** The files of a rule, the tests beside it, and the score in percent below which its run fails. */
export type Rule = { files: string[]; tests: string[]; least: number }

const PRICING = 'app/features/pricing'
const BOOKINGS = 'app/features/bookings'
const READING = 'app/features/calendar-sync/reading'

/** The rules that cost money or nights if they are wrong. All of them are pure: no test of theirs opens a database. */
export const RULES = {
  price: {
    files: [`${PRICING}/price.ts`],
    tests: [`${PRICING}/{price,price.properties,price-lines,price-rules}.test.ts`],
    least: 97,
  },
  charges: {
    files: [`${PRICING}/{rates,discount-kinds,fee-kinds,tax-bases}.ts`],
    tests: [`${PRICING}/{explain-price,price,price.properties,price-rules,rates}.test.ts`],
    least: 97,
  },
  money: {
    files: ['app/shared/money.ts'],
    tests: ['app/shared/money.test.ts'],
    least: 87,
  },
  'stay-rules': {
    files: ['app/features/availability/stay-rules.ts'],
    tests: ['app/features/availability/{stay-rules,arrival-days}.test.ts', `${PRICING}/price.test.ts`],
    least: 96,
  },
  'payment-plan': {
    files: [`${BOOKINGS}/payment-plan.ts`],
    tests: [`${BOOKINGS}/payment-plan.test.ts`],
    least: 97,
  },
  refunds: {
    files: ['app/features/properties/cancellation-policy.ts', `${BOOKINGS}/manage/money/refund-amounts.ts`],
    tests: ['app/shared/cancellation-policy.test.ts', `${BOOKINGS}/manage/money/refund-amounts.test.ts`],
    least: 96,
  },
  statements: {
    files: ['app/features/owners/statement.ts'],
    tests: ['app/features/owners/statement.test.ts'],
    least: 94,
  },
  'lodging-tax': {
    files: ['app/features/lodging-tax/lodging-tax.ts'],
    tests: ['app/features/lodging-tax/tax-entries.test.ts'],
    least: 96,
  },
  moments: {
    files: ['app/features/guest-messages/due-messages.ts'],
    tests: ['app/features/guest-messages/due-messages.test.ts'],
    least: 95,
  },
  journal: {
    files: ['app/features/bookkeeping/bookkeeping.ts'],
    tests: ['app/features/bookkeeping/journal-postings.test.ts'],
    least: 91,
  },
  'calendar-reading': {
    // No score yet: a run takes most of an hour. Names of zones are data, and a property test would take hours.
    files: [`${READING}/*.ts`, `!${READING}/{*.test,windows-zones}.ts`],
    tests: [`${READING}/{nights-of-event,occurrences,read-calendar,written-times,zones}.test.ts`],
    least: 0,
  },
} satisfies Record<string, Rule>
