import { describe, expect, test } from 'vitest'
import { CHANNELS } from './channels.ts'
import { entrySchema, findCurrentGiveaway, instantInWords, phaseOf, shareSchema } from './giveaway.ts'
import { maximumShareBonus, moreInWords, noAccountRule, shareBonusRule } from './share-bonus.ts'
import { US_STATES } from './us-states.ts'

const ADA = {
  fullName: 'Ada Guest',
  email: 'ada@example.com',
  phone: '(970) 555-0123',
  state: 'CO',
  zipCode: '80487',
  agreeToUpdates: true,
}

function fieldsRefused(change: Record<string, unknown>): string[] {
  const parsed = entrySchema.safeParse({ ...ADA, ...change })
  return parsed.success ? [] : [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))].sort()
}

test('there are fifty states, without the federal district and territories', () => {
  expect(Object.keys(US_STATES)).toHaveLength(50)
  for (const code of ['DC', 'PR', 'GU', 'VI', 'AS', 'MP', 'XX', 'toString', ''])
    expect(fieldsRefused({ state: code })).toEqual(['state'])
})

test('an address is the same however it is typed', () => {
  expect(entrySchema.parse({ ...ADA, email: '  ADA@Example.COM\n' })).toEqual(ADA)
})

test('consent is never assumed', () => {
  const { agreeToUpdates: _, ...silent } = ADA
  expect(entrySchema.parse(silent).agreeToUpdates).toBe(false)
})

const broken: [string, string, unknown][] = [
  ['no name', 'fullName', ''],
  ['a name of one letter', 'fullName', 'A'],
  ['a name of 10,000 letters', 'fullName', 'a'.repeat(10_000)],
  ['no address', 'email', ''],
  ['half an address', 'email', 'ada@'],
  ['two addresses', 'email', 'ada@example.com, bo@example.com'],
  ['no telephone', 'phone', ' '],
  ['words for a telephone', 'phone', 'call me'],
  ['no state', 'state', ''],
  ['a state by its name', 'state', 'Colorado'],
  ['a zip code of four digits', 'zipCode', '8048'],
  ['a zip code of nine', 'zipCode', '80487-1234'],
  ['digits of another script', 'zipCode', '٨٠٤٨٧'],
  ['a zip code as a number', 'zipCode', 80487],
  ['consent in words', 'agreeToUpdates', 'yes'],
]

test.each(broken)('%s is reported at its own field', (_, field, value) => {
  expect(fieldsRefused({ [field]: value })).toEqual([field])
})

test('all errors are reported at once', () => {
  const all = { fullName: '', email: 'x', phone: '', state: 'PR', zipCode: '1', agreeToUpdates: 1 }
  expect(fieldsRefused(all)).toEqual(['agreeToUpdates', 'email', 'fullName', 'phone', 'state', 'zipCode'])
})

test('names with emoji or right-to-left text are stored, without bidi control characters', () => {
  expect(entrySchema.parse({ ...ADA, fullName: ' מרים\u202e כהן 🎿 ' }).fullName).toBe('מרים כהן 🎿')
})

test('only the four channels are accepted', () => {
  expect(shareSchema.safeParse({ email: ADA.email, channel: 'tiktok' }).success).toBe(false)
})

describe('the bonus', () => {
  const bonus = (bonusPerChannel: number, maximumBonus: number, channels: readonly (typeof CHANNELS)[number][]) => ({
    bonusPerChannel,
    maximumBonus,
    channels,
  })
  const all = bonus(2, 4, CHANNELS)
  const small = bonus(1, 3, ['x', 'email'])

  test('is at most the maximum, and at most what all channels together earn', () => {
    expect([all, small, bonus(3, 4, ['x']), bonus(0, 4, CHANNELS), bonus(2, 4, [])].map(maximumShareBonus)).toEqual([
      ...[4, 2, 3, 0, 0],
    ])
  })

  test('in the rules matches the giveaway’s settings', () => {
    expect(shareBonusRule(all)).toBe(
      'Each way of sharing the page (on Facebook, on X, by email, or by copying the link) adds 2 entries, one time each, up to 4 in total.',
    )
    expect(shareBonusRule(small)).toBe(
      'Each way of sharing the page (on X or by email) adds 1 entry, one time each, up to 2 in total.',
    )
    expect(shareBonusRule(bonus(3, 4, ['copy_link']))).toBe(
      'Sharing the page by copying the link adds 3 entries, one time.',
    )
    expect(shareBonusRule(bonus(5, 2, ['x', 'email']))).toContain('adds 2 entries, one time each, up to 2 in total')
    expect([bonus(0, 4, CHANNELS), bonus(2, 0, CHANNELS), bonus(2, 4, [])].map(shareBonusRule)).toEqual([
      null,
      null,
      null,
    ])
  })

  test('is fully available without an account only where such channels earn all of it', () => {
    expect(noAccountRule(all)).toBe(
      'Sharing by email and by copying the link doesn’t require an account and earns the full bonus.',
    )
    expect(noAccountRule(small)).toBe('Sharing by email doesn’t require an account.')
    expect(noAccountRule(bonus(2, 4, ['x']))).toBeNull()
    expect(noAccountRule(bonus(0, 4, CHANNELS))).toBeNull()
  })

  test('of one entry is “one more”', () => {
    expect([moreInWords(1), moreInWords(4)]).toEqual(['one more', 'up to 4 more'])
  })
})

describe('a giveaway', () => {
  const at = (text: string) => new Date(text)
  const year = (opens: string, closes: string) => ({ opensAt: at(opens), closesAt: at(closes) })
  const last = year('2026-01-01T00:00Z', '2026-03-01T00:00Z')
  const now = year('2027-01-01T00:00Z', '2027-03-01T00:00Z')
  const next = year('2028-01-01T00:00Z', '2028-03-01T00:00Z')

  test('is open from its first instant, and closed from its last', () => {
    expect(phaseOf(now, at('2026-12-31T23:59:59.999Z'))).toBe('upcoming')
    expect(phaseOf(now, at('2027-01-01T00:00Z'))).toBe('open')
    expect(phaseOf(now, at('2027-02-28T23:59:59.999Z'))).toBe('open')
    expect(phaseOf(now, at('2027-03-01T00:00Z'))).toBe('closed')
  })

  test('that is open is the current one, else the next one, else the last', () => {
    const all = [next, last, now]
    expect(findCurrentGiveaway(all, at('2027-02-01T00:00Z'))).toBe(now)
    expect(findCurrentGiveaway(all, at('2027-06-01T00:00Z'))).toBe(next)
    expect(findCurrentGiveaway([last, now], at('2027-06-01T00:00Z'))).toBe(now)
    expect(findCurrentGiveaway([], at('2027-06-01T00:00Z'))).toBeNull()
  })

  test('shows its times in its own time zone', () => {
    expect(instantInWords(at('2027-01-16T18:00Z'), 'America/Denver')).toBe('Saturday, January 16, 2027 at 11:00 AM MST')
  })
})
