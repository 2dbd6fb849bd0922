import { expect, test } from 'vitest'
import { factsOf } from '#app/shared/declared-facts.ts'
import { anyFields, type RecordFields, recordLines, typedRecord } from '#app/shared/record-fields.ts'
import { formOf } from './record-form.server.ts'

type Lodge = {
  name: string
  story: string[]
  facts?: string[]
  floors: number
  sauna: boolean
  kind: 'house' | 'condo'
  price: number
  opens: string
  pets: ('dog' | 'cat')[]
  season?: { from: string; words: string; zone: 'east' | 'west' }
  beds: { room: string; note?: string }[]
}

const FIELDS: RecordFields<Lodge> = {
  name: { kind: 'line', label: 'Name', max: 10 },
  story: { kind: 'paragraphs', label: 'Story', max: 20 },
  facts: { kind: 'lines', label: 'Facts', max: 10, most: 2, optional: true },
  floors: { kind: 'number', label: 'Floors', min: 1, max: 9 },
  sauna: { kind: 'check', label: 'Sauna' },
  kind: { kind: 'choice', label: 'Kind', options: { house: 'House', condo: 'Condo' } },
  price: { kind: 'money', label: 'Price', min: 100, max: 100_000 },
  opens: { kind: 'moment', label: 'Opens' },
  pets: { kind: 'choices', label: 'Pets', options: { dog: 'Dogs', cat: 'Cats' } },
  season: {
    kind: 'group',
    label: 'Season',
    optional: true,
    fields: {
      from: { kind: 'month-day', label: 'From' },
      words: { kind: 'line', label: 'Words', max: 20 },
      zone: { kind: 'choice', label: 'Zone', options: { east: 'East', west: 'West' } },
    },
  },
  beds: {
    kind: 'list',
    label: 'Beds',
    item: 'Bed',
    most: 2,
    fields: {
      room: { kind: 'line', label: 'Room', max: 10 },
      note: { kind: 'line', label: 'Note', max: 10, optional: true },
    },
  },
}

const LODGE: Lodge = {
  name: 'Cabin',
  story: ['Old.', 'Warm.'],
  facts: ['Stove', 'Dock'],
  floors: 2,
  sauna: true,
  kind: 'house',
  price: 25_050,
  opens: '2027-01-15T11:00',
  pets: ['dog', 'cat'],
  season: { from: '05-01', words: 'Summer', zone: 'west' },
  beds: [{ room: 'Loft', note: 'Queen' }, { room: 'Den' }],
}

const TYPED = {
  name: ' Cabin ',
  story: 'Old.\r\n\r\nWarm.',
  facts: 'Stove\n\nDock',
  floors: '2',
  sauna: 'on',
  kind: 'house',
  price: '$250.50',
  opens: '2027-01-15T11:00',
  pets: ['dog', 'cat'],
  season: { from: { month: '5', day: '1' }, words: 'Summer', zone: 'west' },
  beds: [
    { room: 'Loft', note: 'Queen' },
    { room: 'Den', note: '' },
  ],
}

function problems(typed: object) {
  const { error } = formOf(FIELDS).safeParse({ ...TYPED, ...typed })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('a form reads what was typed as its record', () => {
  expect(formOf(FIELDS).parse(TYPED)).toEqual(LODGE)
})

test('what is empty is left out: texts, a group but for its choices, lists', () => {
  const empty = { facts: '', season: { from: { month: '', day: '' }, words: ' ', zone: 'east' }, beds: undefined }
  const { facts, season, beds } = formOf(FIELDS).parse({ ...TYPED, ...empty })
  expect([facts, season, beds]).toEqual([[], undefined, []])
})

test('one box that is checked is posted as a text, and none is not posted', () => {
  expect(formOf(FIELDS).parse({ ...TYPED, pets: 'cat' }).pets).toEqual(['cat'])
  expect(formOf(FIELDS).parse({ ...TYPED, pets: undefined }).pets).toEqual([])
})

type Owner = {
  email: string | null
  percent: string
  perStay: number
  page: string | null
  nights?: number
  property: string
  properties: string[]
  topics: ('stays' | 'money')[]
}
const OWNER: RecordFields<Owner> = {
  email: { kind: 'email', label: 'Email', optional: true, empty: null },
  percent: { kind: 'percent', label: 'Percent', max: 100, optional: true, empty: '0' },
  perStay: { kind: 'money', label: 'Per stay', min: 0, max: 100_000, optional: true, empty: 0 },
  page: { kind: 'url', label: 'Page', max: 100, missing: 'It begins with https://', optional: true, empty: null },
  nights: { kind: 'number', label: 'Nights', min: 1, max: 9, optional: true },
  property: { kind: 'property', label: 'Home' },
  properties: { kind: 'properties', label: 'Homes' },
  topics: { kind: 'choices', label: 'Topics', options: { stays: 'Stays', money: 'Money' }, missing: 'Choose one' },
}
const [CABIN, DOCK] = ['11111111-1111-4111-8111-111111111111', '00000000-0000-4000-8000-000000000000']
const TYPED_OWNER = { email: '', percent: '', perStay: '', page: '', nights: '', property: CABIN, topics: 'money' }

test('an empty field is what the record then has, and the form shows it empty again', () => {
  const owner = formOf(OWNER).parse(TYPED_OWNER)
  const empty = {
    email: null,
    percent: '0',
    perStay: 0,
    page: null,
    properties: [],
    property: CABIN,
    topics: ['money'],
  }
  expect(owner).toEqual(empty)
  expect(typedRecord(OWNER, owner)).toMatchObject({ email: undefined, percent: undefined, perStay: undefined })
  const filled = { email: ' ann@example.com', percent: '12.50', perStay: '15', page: 'https://ann.example/x' }
  expect(formOf(OWNER).parse({ ...TYPED_OWNER, ...filled, nights: '3' })).toMatchObject({
    email: 'ann@example.com',
    percent: '12.5',
    perStay: 1500,
    page: 'https://ann.example/x',
    nights: 3,
  })
})

test('homes are stored in order, and counted where their names are not known', () => {
  const owner = formOf(OWNER).parse({ ...TYPED_OWNER, properties: [CABIN, DOCK, CABIN] })
  expect(owner.properties).toEqual([DOCK, CABIN])
  expect(recordLines(OWNER, owner)).toEqual(
    expect.arrayContaining(['Percent: 0%', 'Per stay: $0', 'Home: 1', 'Homes: 2', 'Topics: Money']),
  )
  const properties = new Map([[CABIN, 'Cabin']])
  const known = { properties, timeZone: 'UTC' }
  expect(factsOf(anyFields(OWNER), { before: null, after: { properties: owner.properties } }, known)).toEqual([
    { name: 'Homes', before: '', after: 'A home that is gone, Cabin' },
  ])
})

test('an address, a percentage, a home and choices say what is wrong with them', () => {
  const wrong = { email: 'ann', percent: '0', page: 'javascript:alert(1)', property: 'cabin', topics: undefined }
  const { issues } = formOf(OWNER).safeParse({ ...TYPED_OWNER, ...wrong }).error ?? { issues: [] }
  expect(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))).toEqual({
    email: 'Please enter a valid email address',
    percent: 'Please enter a percentage above 0 and up to 100, such as 10 or 7.25',
    page: 'It begins with https://',
    property: 'Please choose a home',
    topics: 'Choose one',
  })
})

test('each field says what is wrong with it', () => {
  expect(problems({ price: '0.50', opens: '2027-02-29T10:00', pets: 'bird' })).toEqual({
    price: 'Please enter an amount from $1.00 to $1,000.00',
    opens: 'Please choose a date and a time',
    pets: expect.any(String),
  })
  expect(problems({ name: '', story: '\n', floors: '1.5', kind: 'tent' })).toEqual({
    name: 'Please fill this in',
    story: 'Please fill this in',
    floors: 'Please enter a whole number from 1 to 9',
    kind: expect.any(String),
  })
  expect(problems({ name: 'A name too long', facts: 'one\ntwo\nthree' })).toEqual({
    name: 'Please keep this to 10 characters',
    facts: 'There can be 2 at most',
  })
  expect(problems({ season: { from: { month: '2', day: '30' }, words: '', zone: 'west' } })).toEqual({
    'season.from.day': 'This month has fewer days',
    'season.words': 'Please fill this in',
  })
  expect(problems({ beds: [{ room: '' }] })).toEqual({ 'beds.0.room': 'Please fill this in' })
  expect(problems({ beds: Array(3).fill({ room: 'Den' }) })).toEqual({
    beds: 'There can be 2 at most. Please remove one.',
  })
})

test('a record reads in lines, and its form shows it again', () => {
  expect(recordLines(FIELDS, LODGE)).toEqual([
    ...['Name: Cabin', 'Story: Old.\nWarm.', 'Facts: Stove; Dock', 'Floors: 2', 'Sauna: Yes', 'Kind: House'],
    ...['Price: $250.50', 'Opens: Friday, January 15, 2027, 11:00 AM', 'Pets: Dogs, Cats'],
    ...['Season, from: May 1', 'Season, words: Summer', 'Season, zone: West'],
    ...['Bed 1, room: Loft', 'Bed 1, note: Queen', 'Bed 2, room: Den'],
  ])
  const changed = { ...LODGE, name: 'Lodge', beds: [{ room: 'Loft' }] }
  expect(factsOf(anyFields(FIELDS), { before: LODGE, after: changed })).toEqual([
    { name: 'Name', before: 'Cabin', after: 'Lodge' },
    { name: 'Bed 1, note', before: 'Queen', after: '' },
    { name: 'Bed 2, room', before: 'Den', after: '' },
  ])
  expect(typedRecord(FIELDS, LODGE)).toMatchObject({
    story: 'Old.\n\nWarm.',
    price: '250.50',
    season: { from: { month: '5', day: '1' } },
  })
})

test('a field that the record does not have, or one that is forgotten, does not compile', () => {
  const { name, ...others } = FIELDS
  // @ts-expect-error: the name is missing
  const missing: RecordFields<Lodge> = others
  // @ts-expect-error: a name cannot be empty
  const empty: RecordFields<Lodge> = { ...FIELDS, name: { ...name, optional: true } }
  // @ts-expect-error: the number of floors is no text
  const text: RecordFields<Lodge> = { ...FIELDS, floors: { kind: 'line', label: 'Floors', max: 3 } }
  expect([missing, empty, text]).toHaveLength(3)
})
