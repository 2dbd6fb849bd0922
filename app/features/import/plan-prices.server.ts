import { listBoardProperties } from '#app/features/calendar-board/board.server.ts'
import { type BoardProperty, nightsOf } from '#app/features/calendar-board/board.ts'
import { changedRates, type OwnRate, PRICE_RANGE } from '#app/features/calendar-board/plan-change.ts'
import { LEAST_PRICE, MOST_PRICE } from '#app/features/pricing/manage/price-change.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, formatDate, formatMonth, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { cellsByField, PRICE_FIELDS } from './columns.ts'
import { type FileReading, type ImportFile, interpretFile } from './import-file.server.ts'
import { inSlices } from './in-slices.server.ts'
import type { LeftRow } from './plan-bookings.server.ts'
import { parseCount, parseDate, parseMoney } from './read-cells.ts'
import type { CsvRow } from './read-csv.server.ts'

/** A night of a home in the file; null for missing values. */
type ReadNight = { line: number; property: string; date: IsoDate; price: Cents | null; minimum: number | null }

/** The change of one month in one home. */
type MonthOfPrices = { month: string; nights: number; before: string; after: string }

/** The effects on the nights of one home. */
type PropertyPrices = {
  propertyId: string
  name: string
  /** The number of nights in the file, and the first and last of them. */
  nights: number
  first: IsoDate
  last: IsoDate
  lowest: Cents | null
  highest: Cents | null
  before: OwnRate[]
  after: OwnRate[]
  months: MonthOfPrices[]
}

export type PricesPlan = { properties: PropertyPrices[]; wrong: LeftRow[]; past: number; leftOut: number }

/** Nights after this many days are no plan but a slip in the year. */
const MOST_DAYS = 1100

/** Choices that are needed before any row can be read. */
export function missingInPrices({ order }: FileReading, { choices: { columns, property } }: ImportFile): string[] {
  const hasValue = columns.includes('price') || columns.includes('minimum')
  return [
    ...(columns.includes('date') ? [] : ['which column is the night']),
    ...(hasValue ? [] : ['which column is the price, or the minimum stay']),
    ...(property || columns.includes('property') ? [] : ['which home the prices are for']),
    ...(order ? [] : ['what comes first in its dates']),
  ]
}

/** The same list with one more: copied for each of 10,000 rows, it would delay everyone. */
function added(nights: ReadNight[] = [], night: ReadNight): ReadNight[] {
  nights.push(night)
  return nights
}

/** The effects of importing the file. Null while it is not known how it is read. */
export async function planPrices(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  tx: Tx,
  file: ImportFile,
): Promise<PricesPlan | null> {
  const now = clock.now()
  const reading = await interpretFile(tx, file, now)
  if (reading.order === null || missingInPrices(reading, file).length > 0) return null
  const plan: PricesPlan = { properties: [], wrong: [], past: 0, leftOut: 0 }
  const nights = new Map<string, ReadNight[]>()
  const lines = new Map<string, number>()
  for await (const row of inSlices(reading.table.rows)) {
    const read = readNight(row, { reading, columns: file.choices.columns, longest: config.maxStayNights })
    if (read === 'past') plan.past += 1
    else if (read === 'left-out') plan.leftOut += 1
    else if ('words' in read) plan.wrong.push(read)
    else {
      const key = `${read.property} ${read.date}`
      const other = lines.get(key)
      if (other)
        plan.wrong.push({ line: read.line, words: `${formatDate(read.date, 'long')} is also in line ${other}.` })
      else nights.set(read.property, added(nights.get(read.property), read))
      lines.set(key, other ?? read.line)
    }
  }
  for (const [slug, ofProperty] of nights) {
    const property = await planProperty({ db: tx, clock }, slug, ofProperty)
    if ('words' in property) plan.wrong.push(property)
    else plan.properties.push(property)
  }
  return plan
}

type Input = { reading: FileReading; columns: string[]; longest: number }

function readNight({ line, cells: all }: CsvRow, { reading, columns, longest }: Input) {
  const cells = cellsByField(PRICE_FIELDS, columns, all)
  const wrong = (words: string): LeftRow => ({ line, words })
  const property = reading.propertyNamed(cells.property)
  if (property === '') return 'left-out'
  if (property === null)
    return wrong(cells.property ? `No home is called “${cells.property}”.` : 'It doesn’t name a home.')
  const date = parseDate(cells.date, reading.order ?? 'month')
  if (!date) return wrong(cells.date ? `The night “${cells.date}” isn’t a date.` : 'The night is missing.')
  const today = reading.properties.find(({ slug }) => slug === property)?.today ?? ''
  if (date < today) return 'past'
  if (date > addDays(today, MOST_DAYS)) return wrong(`${formatDate(date, 'long')} is more than three years away.`)
  if (cells.currency && !/^(?:USD|US\$|\$)$/i.test(cells.currency)) return wrong(`The price is in ${cells.currency}.`)
  const price = cells.price === '' ? null : parseMoney(cells.price)
  if (cells.price && (price === null || price < LEAST_PRICE || price > MOST_PRICE)) {
    return wrong(`The price “${cells.price}” isn’t ${PRICE_RANGE}.`)
  }
  const minimum = cells.minimum === '' ? null : parseCount(cells.minimum)
  if (cells.minimum && (minimum === null || minimum < 1 || minimum > longest)) {
    return wrong(`The minimum stay “${cells.minimum}” isn’t 1 to ${longest} nights.`)
  }
  if (price === null && minimum === null) return wrong('It has neither a price nor a minimum stay.')
  return { line, property, date, price, minimum } satisfies ReadNight
}

type ReadServices = Parameters<typeof listBoardProperties>[0]

async function planProperty(reads: ReadServices, slug: string, read: ReadNight[]): Promise<PropertyPrices | LeftRow> {
  const dates = read.map(({ date }) => date).sort()
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const [board] = await listBoardProperties(reads, { from: first, to: addDays(last, 1) }, [slug])
  const line = read[0]?.line ?? 0
  if (!board) return { line, words: 'This home is gone.' }
  const { baseNightly, maximumStay } = board.pricing
  if (baseNightly === null) return { line, words: `${board.name} has no prices yet. Set its base price first.` }
  const tooLong = read.find(({ minimum }) => minimum !== null && maximumStay !== null && minimum > maximumStay)
  if (tooLong) return { line: tooLong.line, words: `The longest stay in ${board.name} is ${maximumStay} nights.` }
  const of = new Map(read.map((night) => [night.date, night]))
  const nights = nightsOf(board, { from: first, to: addDays(last, 1) }).filter(({ date }) => of.has(date))
  const changed = changedRates(board, nights, (own) => {
    const { price, minimum } = of.get(own.date) ?? { price: null, minimum: null }
    const [newPrice, newMinimum] = [price ?? own.price, minimum ?? own.minimumStay]
    return { ...own, price: newPrice, minimumStay: newMinimum }
  })
  const prices = read.flatMap(({ price }) => price ?? [])
  const [lowest, highest] = prices.length > 0 ? [Math.min(...prices), Math.max(...prices)] : [null, null]
  const { name, id: propertyId } = board
  const stated = { propertyId, name, nights: read.length, first, last, lowest, highest }
  return { ...stated, before: changed.before, after: changed.after, months: monthsOf(board, changed) }
}

function monthsOf(board: BoardProperty, { nights, after }: { nights: IsoDate[]; after: OwnRate[] }): MonthOfPrices[] {
  const [first = '', last = ''] = [nights[0], nights.at(-1)]
  if (!first) return []
  const shown = new Map(nightsOf(board, { from: first, to: addDays(last, 1) }).map((night) => [night.date, night]))
  return [...Map.groupBy(after, ({ date }) => date.slice(0, 7))].map(([month, rates]) => {
    const now = rates.map(({ date }) => shown.get(date))
    return {
      month: formatMonth(`${month}-01`),
      nights: rates.length,
      before: rangeWords(now.map((night) => ({ price: night?.price ?? 0, minimum: night?.minimumStay ?? 1 }))),
      after: rangeWords(
        rates.map(({ price, minimumStay }, index) => ({
          price: price ?? now[index]?.price ?? 0,
          minimum: minimumStay ?? now[index]?.minimumStay ?? 1,
        })),
      ),
    }
  })
}

/** `$300–$420, 2–3 nights at least`. */
function rangeWords(nights: { price: Cents; minimum: number }[]): string {
  const range = (values: number[], say: (value: number) => string) => {
    const [least, most] = [Math.min(...values), Math.max(...values)]
    return least === most ? say(least) : `${say(least)}–${say(most)}`
  }
  const prices = range(
    nights.map(({ price }) => price),
    formatAmount,
  )
  return `${prices}, minimum ${range(
    nights.map(({ minimum }) => minimum),
    String,
  )}`
}
