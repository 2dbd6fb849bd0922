import type { Chance } from './chance.ts'

/** What every name of the demo begins with, so that nobody takes one for a person. */
export const SAMPLE = 'Sample: '

const FIRST_NAMES = [
  'Avery',
  'Blake',
  'Casey',
  'Dana',
  'Emerson',
  'Finley',
  'Gray',
  'Harper',
  'Indigo',
  'Jamie',
  'Kendall',
  'Logan',
  'Morgan',
  'Noel',
  'Oakley',
  'Parker',
  'Quinn',
  'Riley',
  'Sage',
  'Taylor',
  'Umber',
  'Val',
  'Winter',
  'Yael',
] as const
const INITIALS = 'ABCDEFGHJKLMNPRSTW'

export type SampleGuest = { name: string; email: string }

/** `Sample: Avery K.`, with an address that nobody can own. */
export const sampleGuest = (first: string, initial: string): SampleGuest => ({
  name: `${SAMPLE}${first} ${initial}.`,
  email: `${first}.${initial}@example.com`.toLowerCase(),
})

export const pickGuest = (chance: Chance): SampleGuest =>
  sampleGuest(chance.pick(FIRST_NAMES), chance.pick([...INITIALS]))

/** A number of the range that is kept for fiction. */
export const samplePhone = (chance: Chance): string => `970 555 01${String(chance.below(100)).padStart(2, '0')}`
