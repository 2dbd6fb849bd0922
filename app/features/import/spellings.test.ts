import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { MONTHS } from '#app/shared/months.ts'
import { recognizeColumns } from './columns.ts'
import { parseBooking, type RowOutcome } from './read-bookings.server.ts'
import { type DateOrder, orderOfDates } from './read-cells.ts'
import { decodeText, parseTable } from './read-csv.server.ts'

/** The headings of files that hosts export, by what their columns are. */
const HEADS = {
  airbnb: {
    reference: 'Confirmation code',
    status: 'Status',
    guest: 'Guest name',
    from: 'Start date',
    to: 'End date',
    total: 'Earnings',
  },
  bookingCom: {
    reference: 'Book number',
    guest: 'Guest name(s)',
    from: 'Check-in',
    to: 'Check-out',
    status: 'Status',
    total: 'Price',
  },
  lodgify: {
    reference: 'Id',
    guest: 'Name',
    from: 'DateArrival',
    to: 'DateDeparture',
    total: 'TotalAmount',
    status: 'Status',
  },
  vrbo: {
    reference: 'Reservation ID',
    guest: 'Traveler',
    from: 'Check-in',
    to: 'Check-out',
    status: 'Status',
    total: 'Payout',
  },
  german: {
    reference: 'Buchungsnummer',
    guest: 'Gast',
    from: 'Anreise',
    to: 'Abreise',
    total: 'Gesamtpreis',
    status: 'Status',
  },
  ownerRez: {
    reference: 'Booking',
    guest: 'Guest',
    from: 'Arrival',
    to: 'Departure',
    status: 'Status',
    total: 'Total',
  },
}
type Field = keyof typeof HEADS.airbnb

const partsOf = (date: IsoDate) => {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = MONTHS[Number(month) - 1] ?? ''
  return { year, month, day, name, short: name.slice(0, 3), m: String(Number(month)), d: String(Number(day)) }
}
type DateSpelling = (date: IsoDate, order: DateOrder) => string
const DATES: DateSpelling[] = [
  (date) => date,
  (date) => `${date} 16:00:00`,
  (date) => `${date}T16:00:00Z`,
  (date) => date.replaceAll('-', ''),
  (date) => date.replaceAll('-', '/'),
  (date) => (({ d, m, year }) => `${d}.${m}.${year}`)(partsOf(date)),
  (date) => (({ d, short, year }) => `${d}-${short}-${year.slice(2)}`)(partsOf(date)),
  (date) => (({ d, name, year }) => `${d}th ${name} ${year}`)(partsOf(date)),
  (date) => (({ d, short, year }) => `Sun, ${short} ${d}, ${year}`)(partsOf(date)),
  (date) => date.replaceAll('-', '–'),
  (date) => (({ d, m, year }) => `${d}. ${m}. ${year}`)(partsOf(date)),
  ...['de-DE', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'pt-BR', 'da-DK', 'nb-NO', 'en-GB'].flatMap((locale) =>
    (['long', 'medium', 'full'] as const).map((dateStyle): DateSpelling => {
      const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
      return (date) => format.format(Date.parse(`${date}T00:00:00Z`))
    }),
  ),
  (date) => (({ d, name, year }) => `${name} ${d}, ${year}`)(partsOf(date)),
  (date, order) =>
    (({ day, month, year }) => (order === 'day' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`))(
      partsOf(date),
    ),
  (date, order) => (({ d, m, year }) => (order === 'day' ? `${d}-${m}-${year}` : `${m}-${d}-${year}`))(partsOf(date)),
]

const [US, EU] = ['en-US', 'de-DE'].map((locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }))
const AMOUNTS: ((cents: number) => string)[] = [
  (cents) => (cents / 100).toFixed(2),
  (cents) => `$${US?.format(cents / 100)}`,
  (cents) => `US$ ${US?.format(cents / 100)}`,
  (cents) => `${US?.format(cents / 100)} USD`,
  (cents) => `${EU?.format(cents / 100)}`,
  (cents) => `${(cents / 100).toFixed(2).replace('.', ',')} $`,
  (cents) => `US $${US?.format(cents / 100)}`,
  (cents) => `${US?.format(cents / 100).replaceAll(',', '’')}`,
  (cents) => `${EU?.format(cents / 100).replaceAll('.', '\u00a0')} $US`,
]
/** A status, and the result of its row. */
const STATUSES = [
  ['Confirmed', 'stay'],
  ['ok', 'stay'],
  ['Change requested', 'stay'],
  ['cancelled_by_guest', 'canceled'],
  ['Inquiry', 'open'],
  ['Zzz', 'wrong'],
] as const
/** All of them are letters of Windows-1252, too. */
const NAMES = ['Ida Berg', 'Søren Öst', 'O’Brien, “Ace”', 'Ana; María', 'Zoë\tLake', 'Eve\nLind', "D'Arc, J."]

const row = fc.record({
  from: fc.integer({ min: 1, max: 900 }).map((days) => addDays('2027-06-10', days)),
  nights: fc.integer({ min: 1, max: 60 }),
  guest: fc.constantFrom(...NAMES),
  cents: fc.integer({ min: 0, max: 9_999_999 }),
  status: fc.constantFrom(...STATUSES),
})
const ENCODINGS: ((text: string) => Uint8Array)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\uFEFF${text}`),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  (text) => Uint8Array.from([...text].map((sign) => WINDOWS[sign] ?? sign.charCodeAt(0))),
]
const WINDOWS: Record<string, number> = { '–': 0x96, '’': 0x92, '“': 0x93, '”': 0x94 }

const file = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 6 }),
  head: fc.constantFrom(...Object.values(HEADS)),
  date: fc.constantFrom(...DATES),
  order: fc.constantFrom<DateOrder>('month', 'day'),
  amount: fc.constantFrom(...AMOUNTS),
  separator: fc.constantFrom(',', ';', '\t'),
  below: fc.constantFrom('', '\n\n', '\nTOTAL'),
  quotesAll: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n', '\n\n'),
  above: fc.constantFrom('', '# Reservations\n', '\n\n'),
  encode: fc.constantFrom(...ENCODINGS),
})

function write({
  rows,
  head,
  date,
  order,
  amount,
  separator,
  quotesAll,
  end,
  above,
  below,
}: Omit<Written, 'encode'>): string {
  const cell = (text: string) => {
    const needs = quotesAll || /["\n\r\t;,]/.test(text)
    return needs ? `"${text.replaceAll('"', '""')}"` : text
  }
  const fields = Object.keys(head) as Field[]
  const lines = rows.map(({ from, nights, guest, cents, status: [status] }, at) => {
    const of = {
      reference: `R${at}`,
      guest,
      status,
      from: date(from, order),
      to: date(addDays(from, nights), order),
      total: amount(cents),
    }
    return fields.map((field) => cell(of[field])).join(separator)
  })
  const table = [fields.map((field) => cell(head[field])).join(separator), ...lines].join(end)
  return above + table + (below && below + separator.repeat(fields.length - 1))
}
type Written = typeof file extends fc.Arbitrary<infer One> ? One : never

/** Reads a file as its page does. What comes first in its dates is asked where the dates do not say it. */
async function read(bytes: Uint8Array, order: DateOrder): Promise<RowOutcome[] | string> {
  const text = decodeText(bytes)
  if (!text.ok) return text.message
  const table = await parseTable(text.text)
  if (!table.ok) return table.message
  const columns = recognizeColumns('bookings', table.header)
  const at = columns.flatMap((field, index) => (['checkIn', 'checkOut'].includes(field) ? [index] : []))
  const found = orderOfDates(table.rows.flatMap(({ cells }) => at.map((index) => cells[index] ?? '')))
  const reading = {
    columns,
    order: found.order ?? order,
    unstated: 'none' as const,
    isPayout: false,
    platform: '',
    propertyNamed: () => 'cabin',
    todayAt: () => '2027-06-01',
  } as const
  return table.rows.map((one) => parseBooking(one, reading))
}

const nameOf = (guest: string) => guest.replaceAll(/\s+/g, ' ')

test('however a file of stays is written, each row is its stay with all nights, or is named', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ encode, ...written }) => {
      const outcomes = await read(encode(write(written)), written.order)
      const expected = written.rows.map(({ from, nights, guest, cents, status: [, becomes] }, at) => {
        const reference = `R${at}`
        if (becomes === 'canceled' || becomes === 'open') return { skipped: becomes, reference }
        if (becomes === 'wrong') return { problem: 'The status “Zzz” isn’t known.' }
        const stay = { checkIn: from, checkOut: addDays(from, nights), total: cents, reference }
        return { booking: { ...stay, guest: { name: nameOf(guest) } } }
      })
      // A row of totals is named, not stored.
      const totals = written.below.endsWith('TOTAL') ? [{ problem: expect.stringContaining('is missing') }] : []
      expect(outcomes).toMatchObject([...expected, ...totals])
      expect(outcomes).toHaveLength(written.rows.length + totals.length)
    }),
    { numRuns: 100 },
  )
})

test('whatever is in a file, it is refused in a sentence, or each of its rows is a stay, left out for a reason, or named', async () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      '2027-07-04',
      '07/04/2027',
      '31.02.2027',
      '$1,0',
      '1.230',
      'Confirmed',
      '"',
      ',',
      '\0',
      '\uFEFF',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const head = fc.constantFrom(...Object.values(HEADS).map((one) => Object.values(one).join(',')))
  const text = fc.tuple(head, fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 6 }))
  await fc.assert(
    fc.asyncProperty(text, fc.uint8Array({ maxLength: 40 }), async ([first, rows], noise) => {
      for (const bytes of [Buffer.from([first, ...rows.map((row) => row.join(','))].join('\n')), noise]) {
        const outcomes = await read(bytes, 'month')
        const isSentence = typeof outcomes === 'string' && outcomes.endsWith('.')
        const isNamed = (one: RowOutcome) => {
          if ('booking' in one) return one.booking.checkIn < one.booking.checkOut && one.booking.guest.name !== ''
          return 'skipped' in one ? one.skipped !== undefined : one.problem.endsWith('.') && one.line > 1
        }
        expect(isSentence || (typeof outcomes !== 'string' && outcomes.every(isNamed)), String(bytes)).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})
