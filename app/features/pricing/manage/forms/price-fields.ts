import { POLICIES, type PolicyName, policyName } from '#app/features/pricing/policies.ts'
import type {
  PriceSettings,
  SeasonSettings,
  WeekdayMinimum,
  WeekdayPrice,
} from '#app/features/pricing/price-settings.ts'
import { cancellationWords } from '#app/features/properties/cancellation-policy.ts'
import type { Cents } from '#app/shared/money.ts'
import { OR_NULL, type RecordFields, type WeekdayRow } from '#app/shared/record-fields.ts'
import { LEAST_PRICE, MOST_PRICE } from '../price-change.ts'

const night = { kind: 'money', min: LEAST_PRICE, max: MOST_PRICE } as const
const nights = { kind: 'number', min: 1, max: 365 } as const

const rates = {
  kind: 'weekday-rows',
  label: 'Weekday prices',
  hint: 'Clear the amount to remove a row.',
  value: { ...night, label: 'Dollars a night' },
} as const
const minimums = {
  kind: 'weekday-rows',
  label: 'Other minimum for check-in on',
  value: { ...nights, label: 'Nights' },
} as const
const arrive = { kind: 'weekdays', label: 'Check-in and check-out only on' } as const

/** Later prices have a form of their own. */
const typedRates = (stored: readonly WeekdayPrice[]): WeekdayRow[] =>
  stored.flatMap(({ from, weekdays, price }) => (from === null ? [{ days: weekdays, value: price }] : []))
const typedMinimums = (stored: readonly WeekdayMinimum[]): WeekdayRow[] =>
  stored.map(({ weekdays, minimumStay }) => ({ days: weekdays, value: minimumStay }))

export const minimumsOf = (rows: readonly WeekdayRow[]): WeekdayMinimum[] =>
  rows.map(({ days, value }) => ({ weekdays: days, minimumStay: value }))
/** No day, or each of them, is any day. */
export const checkInDaysOf = (days: number[]) => (days.length === 0 || days.length === 7 ? null : days)

type TypedNightly = { price: Cents | null; rates: WeekdayRow[]; cleaning: Cents }

export const NIGHTLY_FIELDS: RecordFields<TypedNightly> = {
  price: {
    ...night,
    label: 'Every night, in dollars',
    hint: 'Where no weekday or season says otherwise.',
    ...OR_NULL,
  },
  rates,
  cleaning: { kind: 'money', label: 'Cleaning, in dollars a stay', min: 0, max: 9_999_99 },
}

export const typedNightly = (nightly: PriceSettings['nightly']): TypedNightly => ({
  ...nightly,
  rates: typedRates(nightly.rates),
})

type TypedSeason = {
  name: string
  starts: string
  ends: string
  year: number | null
  rates: WeekdayRow[]
  minimumStay: number
  minimums: WeekdayRow[]
  arrive: number[]
}

export const SEASON_FIELDS: RecordFields<TypedSeason> = {
  name: {
    kind: 'line',
    label: 'Name',
    hint: 'Guests read it in their price.',
    max: 60,
    missing: 'Please name the season, in up to 60 characters',
  },
  starts: { kind: 'month-day', label: 'First night' },
  ends: { kind: 'month-day', label: 'Last night' },
  year: {
    kind: 'number',
    label: 'Only in the year',
    hint: 'Of the first night, such as 2027. Empty: every year.',
    min: 2000,
    max: 2199,
    ...OR_NULL,
  },
  rates,
  minimumStay: {
    ...nights,
    label: 'Minimum stay, in nights',
    hint: 'Required. Enter 1 if guests may stay a single night.',
  },
  minimums,
  arrive: { ...arrive, hint: 'None: as in the rest of the year.' },
}

export const typedSeason = (season: SeasonSettings): TypedSeason => ({
  ...season,
  starts: season.startsOn,
  ends: season.endsOn,
  rates: typedRates(season.rates),
  minimums: typedMinimums(season.arrivalMinimums),
  arrive: season.checkInDays ?? [],
})

/** The start values of a new season. */
export const NEW_SEASON = {
  starts: { month: '1' },
  ends: { month: '1' },
  rates: [{ days: [0, 1, 2, 3, 4] }, { days: [5, 6] }],
  minimums: [{ days: [], value: '' }],
}

type StayRules = PriceSettings['stayRules']
type TypedStayRules = Omit<StayRules, 'arrivalMinimums' | 'checkInDays' | 'gapPercent' | 'noticeUntilHour'> & {
  minimums: WeekdayRow[]
  gapPercent: string | null
  arrive: number[]
  noticeUntilHour: string
}

const HOURS = Object.fromEntries(
  Array.from({ length: 24 }, (_, at) => {
    const hour = at + 1
    return [String(hour), hour === 24 ? 'midnight' : `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`]
  }),
)

export const STAY_RULES_FIELDS: RecordFields<TypedStayRules> = {
  minimumStay: { ...nights, label: 'Minimum stay, in nights' },
  minimums,
  maximumStay: {
    ...nights,
    label: 'Longest stay, in nights',
    hint: 'Empty: as long as the site allows.',
    ...OR_NULL,
  },
  gapMinimumStay: {
    ...nights,
    label: 'Shortest stay in a gap, in nights',
    hint: 'A stay that fills the nights between two others may be that short. Empty: the minimum stay counts there, too.',
    ...OR_NULL,
  },
  gapPercent: {
    kind: 'line',
    label: 'Price change in a gap, in percent',
    hint: '-20 makes its nights cheaper, 10 more expensive. Empty: no change.',
    max: 10,
    ...OR_NULL,
  },
  arrive: { ...arrive, hint: 'None: on any day.' },
  noticeDays: { kind: 'number', label: 'Notice, in days before check-in', min: 0, max: 365 },
  noticeUntilHour: { kind: 'choice', label: 'Today counts as a day of notice until', options: HOURS },
  bookingWindowDays: {
    kind: 'number',
    label: 'Booking window, in days ahead',
    hint: 'Empty: as far as the site allows.',
    min: 1,
    max: 1095,
    ...OR_NULL,
  },
}

export const typedStayRules = (rules: StayRules): TypedStayRules => ({
  ...rules,
  minimums: typedMinimums(rules.arrivalMinimums),
  gapPercent: rules.gapPercent === null ? null : String(rules.gapPercent),
  arrive: rules.checkInDays ?? [],
  noticeUntilHour: String(rules.noticeUntilHour),
})

type Cancellation = PriceSettings['cancellation']
type TypedCancellation = { policy: PolicyName | 'own'; steps: { days?: number; percent?: number }[] }

const POLICY_LABELS = Object.fromEntries(Object.entries(POLICIES).map(([name, { label }]) => [name, label])) as Record<
  PolicyName,
  string
>
const POLICY_WORDS = Object.fromEntries(
  Object.entries(POLICIES).map(([name, { steps }]) => [name, cancellationWords(steps)]),
)

/** `own` is the sentence of a stored policy of the operator's own. */
export const cancellationFields = (own?: string): RecordFields<TypedCancellation> => ({
  policy: {
    kind: 'choice',
    label: 'Policy, and what guests read',
    options: { ...POLICY_LABELS, own: 'Your own' },
    sentences: { ...POLICY_WORDS, own },
    missing: 'Please choose a policy',
  },
  steps: {
    kind: 'list',
    label: 'Your own',
    item: 'Deadline',
    most: 3,
    fields: {
      days: { kind: 'number', label: 'Days before check-in', min: 0, max: 365, optional: true, needed: 'with percent' },
      percent: { kind: 'number', label: 'Percent back', min: 1, max: 100, optional: true, needed: 'with days' },
    },
  },
})

export function typedCancellation(cancellation: Cancellation): TypedCancellation {
  const policy = policyName(cancellation)
  return { policy, steps: policy === 'own' ? cancellation.toSorted((a, b) => b.days - a.days) : [] }
}
