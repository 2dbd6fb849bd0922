import { expect, test } from 'vitest'
import { type RecordFields, recordLines, typedRecord, type WeekdayRow } from '#app/shared/record-fields.ts'
import { formOf } from './record-form.server.ts'

type Rules = {
  quiet?: { from: string; to: string }
  lift?: { to: 'gondola' | 'base'; miles?: number; heated?: boolean }
  linens?: string[]
}
const RULES: RecordFields<Rules> = {
  quiet: {
    kind: 'group',
    label: 'Quiet hours',
    optional: true,
    fields: { from: { kind: 'time', label: 'From', missing: 'Both, or none' }, to: { kind: 'time', label: 'To' } },
  },
  lift: {
    kind: 'group',
    label: 'Lift',
    optional: true,
    fields: {
      to: {
        kind: 'choice',
        label: 'To',
        options: { gondola: 'Gondola', base: 'Base' },
        none: 'Not shown',
        missing: 'Where to?',
      },
      miles: { kind: 'decimal', label: 'Miles', max: 100, missing: 'Such as 0.5', optional: true },
      heated: { kind: 'check', label: 'Heated', optional: true },
    },
  },
  linens: { kind: 'choices', label: 'Linens', options: { bed: 'Bed', bath: 'Bath' }, optional: true },
}

test('times, distances, and choices with an empty one are absent together, or say what is missing', () => {
  const empty = { quiet: { from: '', to: '' }, lift: { to: '', miles: '' } }
  expect(formOf(RULES).parse(empty)).toEqual({})
  const typed = { quiet: { from: '22:00', to: '8 am' }, lift: { to: 'base', miles: '.5' }, linens: 'bed' }
  const rules = formOf(RULES).parse(typed)
  expect(rules).toEqual({
    quiet: { from: '10:00 PM', to: '8:00 AM' },
    lift: { to: 'base', miles: 0.5 },
    linens: ['bed'],
  })
  expect(typedRecord(RULES, rules)).toMatchObject({ quiet: { from: '22:00', to: '08:00' } })
  expect(recordLines(RULES, rules)).toContain('Lift, miles: 0.5')
  const said = (wrong: object) =>
    formOf(RULES)
      .safeParse({ ...empty, ...wrong })
      .error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(said({ quiet: { from: '', to: '25:00' } })).toEqual([
    ['quiet.from', 'Both, or none'],
    ['quiet.to', 'Please enter a time, such as 10:00 PM'],
  ])
  expect(said({ lift: { to: '', miles: '101', heated: 'on' } })).toEqual([
    ['lift.to', 'Where to?'],
    ['lift.miles', 'Such as 0.5'],
  ])
})

type Prices = { rates: WeekdayRow[]; arrive: number[]; policy: 'firm' | 'own' }
const PRICES: RecordFields<Prices> = {
  rates: { kind: 'weekday-rows', label: 'Prices', value: { kind: 'money', label: 'Dollars', min: 100, max: 100_000 } },
  arrive: { kind: 'weekdays', label: 'Arrivals' },
  policy: { kind: 'choice', label: 'Policy', options: { firm: 'Firm', own: 'Own' }, missing: 'Which one?' },
}

test('rows of weekdays have a value, and each day is in one of them', () => {
  const typed = { rates: [{ days: ['6', '5'], value: '$250' }, { value: '' }], arrive: '6', policy: 'own' }
  const prices = formOf(PRICES).parse(typed)
  expect(prices).toEqual({ rates: [{ days: [5, 6], value: 25_000 }], arrive: [6], policy: 'own' })
  expect(formOf(PRICES).parse({ policy: 'firm' })).toEqual({ rates: [], arrive: [], policy: 'firm' })
  expect(typedRecord(PRICES, prices).rates).toEqual([
    { days: [5, 6], value: '250' },
    { days: [], value: '' },
  ])
  expect(recordLines(PRICES, prices)).toEqual(['Prices: Friday and Saturday $250', 'Arrivals: Saturday', 'Policy: Own'])
  const rates = [...typed.rates, { days: '6', value: '300' }, { value: '300' }, { days: '1', value: '0' }]
  const said = formOf(PRICES).safeParse({ rates, policy: 'mild' }).error?.issues
  expect(said?.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['rates.4.value', 'Please enter an amount from $1.00 to $1,000.00'],
    ['policy', 'Which one?'],
  ])
  const twice = formOf(PRICES).safeParse({ ...typed, rates: rates.slice(0, 4) }).error?.issues
  expect(twice?.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['rates.2.value', 'Saturday is in two rows. Please leave it in one of them'],
    ['rates.3.value', 'Please choose the days that it is for'],
  ])
})
