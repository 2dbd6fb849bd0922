import { LARGEST_TOTAL } from '#app/features/availability/stay-rules.ts'
import { addDays, formatDate, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { emailOrNone, optionalPhone, personInput } from '#app/shared/input/typed-input.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import type { Party } from '#app/shared/stay.ts'
import { BOOKING_FIELDS, type BookingField, type Cells, cellsByField } from './columns.ts'
import { type DateOrder, parseCount, parseDate, parseMoney, parseStatus, splitDates } from './read-cells.ts'
import type { CsvRow } from './read-csv.server.ts'

/** A booking as a row of the file has it. */
export type ReadBooking = {
  line: number
  property: string
  checkIn: IsoDate
  checkOut: IsoDate
  party: Party
  guest: { name: string; email: string; phone: string | null }
  total: Cents
  paid: Cents
  /** Which of the two columns the file has. */
  says: { total: boolean; paid: boolean }
  /** Where it was booked, in the words of the file. */
  source: string
  reference: string
  note: string
}

/** Why a row is left out although nothing is wrong with it. */
export type Skipped = 'canceled' | 'open' | 'over' | 'left-out'

/**
 * `kept`: the amount that a canceled booking does not return. `unread`: an address or number of a guest that is none.
 * It is in the note.
 */
export type RowOutcome =
  | { booking: ReadBooking; unread: string | null }
  | { skipped: Skipped; source: string; reference: string; kept: Cents }
  | { line: number; problem: string }

export type Reading = {
  columns: readonly string[]
  order: DateOrder
  /** The paid amount where no column has it. */
  unstated: 'none' | 'all'
  /** The column of the total has the platform's payout, of canceled bookings, too. */
  isPayout: boolean
  /** The platform if no column has it. */
  platform: string
  /** The slug of a home by its name in the file. Empty to leave its rows out, null if it is unknown. */
  propertyNamed: (named: string) => string | null
  /** The day at that home. */
  todayAt: (property: string) => IsoDate
}

/** Parses a row. All its problems are named at once. */
export function parseBooking({ line, cells: all }: CsvRow, reading: Reading): RowOutcome {
  const cells = cellsByField(BOOKING_FIELDS, reading.columns, all)
  const problems: string[] = []
  const wrong = (sentence: string) => {
    problems.push(sentence)
  }
  const source = (cells.source || reading.platform).slice(0, 100)
  const reference = cells.reference.slice(0, 100)
  const skip = (skipped: Skipped) => ({ skipped, source, reference, kept: keptOf(cells, reading) })
  const status = parseStatus(cells.status)
  if (status === 'canceled' || status === 'open') return skip(status)
  if (status === null) wrong(`The status “${cells.status}” isn’t known.`)
  const property = reading.propertyNamed(cells.property)
  if (property === '') return skip('left-out')
  if (property === null) wrong(cells.property ? `No home is called “${cells.property}”.` : 'It doesn’t name a home.')
  const nights = readNights(cells, reading, wrong)
  if (property && nights && nights.checkOut <= reading.todayAt(property)) return skip('over')
  const party = readParty(cells, wrong)
  const unread: string[] = []
  const guest = readGuest(cells, wrong, (sentence) => {
    problems.push(sentence)
    unread.push(sentence)
  })
  const money = readAmounts(cells, reading, wrong)
  if (problems.length > unread.length || !property || !nights) return { line, problem: problems.join(' ') }
  const texts = { source, reference, note: [cells.note.slice(0, 4000), ...unread].filter(Boolean).join('\n') }
  return {
    booking: { line, property, ...nights, party, guest, ...money, ...texts },
    unread: unread.join(' ') || null,
  }
}

type BookingCells = Cells<BookingField>
type Wrong = (sentence: string) => void

function readNights(cells: BookingCells, { order }: Reading, wrong: Wrong) {
  const [from, to] = cells.dates ? splitDates(cells.dates) : [cells.checkIn, cells.checkOut || cells.lastNight]
  const checkIn = parseDate(from, order)
  const last = parseDate(to, order)
  const isNight = !cells.dates && cells.checkOut === '' && last !== null
  const checkOut = isNight ? addDays(last, 1) : last
  if (!checkIn) wrong(from ? `The check-in “${from}” isn’t a date.` : 'The check-in is missing.')
  if (!checkOut) wrong(to ? `The check-out “${to}” isn’t a date.` : 'The check-out is missing.')
  if (!checkIn || !checkOut) return null
  if (checkOut <= checkIn) wrong(`The check-out (${formatDate(checkOut, 'long')}) isn’t after the check-in.`)
  else if (nightsBetween(checkIn, checkOut) > 366) wrong('The stay is longer than a year.')
  return { checkIn, checkOut }
}

const PARTY = { adults: 99, children: 99, infants: 99, pets: 99 }

/** Files that only count the guests count them as adults. One without any number has one. */
function readParty(cells: BookingCells, wrong: Wrong): Party {
  const count = (field: keyof typeof PARTY | 'guests') => {
    const text = cells[field]
    const read = text === '' ? null : parseCount(text)
    if (text !== '' && (read === null || read > 99))
      wrong(`${BOOKING_FIELDS[field]} is “${text}”, which isn’t a number up to 99.`)
    return read
  }
  const [children, infants, pets] = [count('children') ?? 0, count('infants') ?? 0, count('pets') ?? 0]
  const adults = count('adults') ?? (count('guests') ?? 1) - children
  return { adults: Math.max(1, adults), children, infants, pets }
}

const person = personInput('no name')
const address = emailOrNone()
const number = optionalPhone()

/** A stay without an address or a number occupies its nights all the same. */
function readGuest(cells: BookingCells, wrong: Wrong, unread: Wrong): ReadBooking['guest'] {
  const typed = cells.guest || `${cells.firstName} ${cells.lastName}`.trim()
  const name = person.safeParse(typed)
  if (!name.success) wrong(typed ? `“${typed}” isn’t a guest’s name.` : 'The guest’s name is missing.')
  const email = address.safeParse(cells.email).data
  const phone = number.safeParse(cells.phone)
  if (email === undefined) unread(`“${cells.email.slice(0, 300)}” isn’t an email address.`)
  if (!phone.success) unread(`“${cells.phone.slice(0, 300)}” isn’t a phone number.`)
  return { name: name.data ?? '', email: email ?? '', phone: phone.data ?? null }
}

function readAmounts(cells: BookingCells, { columns, unstated }: Reading, wrong: Wrong) {
  if (cells.currency && !/^(?:USD|US\$|\$)$/i.test(cells.currency)) {
    wrong(`The amounts are in ${cells.currency}. This site has US dollars only.`)
  }
  const amount = (field: 'total' | 'paid' | 'due') => {
    const text = cells[field]
    const read = text === '' ? null : parseMoney(text)
    if (text !== '' && read === null) wrong(`${BOOKING_FIELDS[field]} is “${text}”, which isn’t an amount in dollars.`)
    return read
  }
  if (cells.total === '' && columns.includes('total')) wrong('The total is missing.')
  const total = amount('total') ?? 0
  const [stated, due] = [amount('paid'), amount('due')]
  const isStated = columns.includes('paid') || columns.includes('due')
  const unsaid = !isStated && unstated === 'all' ? total : 0
  const paid = stated ?? (due === null ? unsaid : Math.max(0, total - due))
  if (total > LARGEST_TOTAL) wrong('The total is a million dollars or more.')
  if (paid > total) wrong(`${formatMoney(paid)} is paid, and the total is only ${formatMoney(total)}.`)
  const says = { total: columns.includes('total'), paid: stated !== null || due !== null || unsaid > 0 }
  return { total, paid, says }
}

/** A price is not kept because it stands there: what is paid or paid out counts. */
function keptOf({ paid, total }: BookingCells, { columns, isPayout }: Reading): Cents {
  if (columns.includes('paid')) return parseMoney(paid) ?? 0
  return isPayout ? (parseMoney(total) ?? 0) : 0
}
