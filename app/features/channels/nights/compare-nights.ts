import { addDays, formatDate, formatMonth, type IsoDate, nightsBetween, startOfMonth } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { NIGHTS_SENT, type RateNight, type RoomNight } from './channel-nights.ts'
import { type ByNight, rangesOf } from './night-ranges.ts'

/** A night of a rate plan as the channel manager has it. What it does not know is null. */
export type NightThere = { rooms: number | null; rate: RateNight | null }

/** How one night differs, of the kinds below. */
type Difference = { kind: 'availability' | 'price' | 'rules'; words: string }

const rateWords = (rate: Cents | null) => (rate === null ? 'no price' : formatAmount(rate))
const freeWords = (isFree: boolean) => (isFree ? 'open' : 'closed')

const ruleWords = ({ minimumStay, closedToArrival, closedToDeparture }: RateNight) =>
  [`${minimumStay}-night minimum`, closedToArrival && 'no check-in', closedToDeparture && 'no check-out']
    .filter(Boolean)
    .join(', ')

const isOpen = (rooms: number | null, rate: RateNight | null) => (rooms ?? 0) > 0 && rate !== null && !rate.stopSell

/** How a night differs there from what it is here. A price that is missing here is left as it is there. */
export function differenceOf(here: { rooms: RoomNight; rate: RateNight }, there: NightThere): Difference | null {
  const open = isOpen(here.rooms.rooms, here.rate)
  const openThere = isOpen(there.rooms, there.rate)
  if (open !== openThere)
    return { kind: 'availability', words: `${freeWords(openThere)} there, ${freeWords(open)} here` }
  const { rate } = here
  const rateThere = there.rate?.rate ?? null
  if (rate.rate !== null && rate.rate !== rateThere)
    return { kind: 'price', words: `${rateWords(rateThere)} there, ${rateWords(rate.rate)} here` }
  if (!there.rate) return null
  const [rules, rulesThere] = [ruleWords(rate), ruleWords(there.rate)]
  return rules === rulesThere ? null : { kind: 'rules', words: `${rulesThere} there, ${rules} here` }
}

/** The nights that differ, by date. */
export function differingNights(
  here: { rooms: ByNight<RoomNight>; rates: ByNight<RateNight> },
  there: ReadonlyMap<IsoDate, NightThere>,
): Map<IsoDate, Difference> {
  const differing = new Map<IsoDate, Difference>()
  for (const [date, rate] of here.rates) {
    const rooms = here.rooms.get(date)
    const difference = rooms && differenceOf({ rooms, rate }, there.get(date) ?? { rooms: null, rate: null })
    if (difference) differing.set(date, difference)
  }
  return differing
}

/** A month of a comparison: how many of its nights differ, and in which way. */
export type ComparedMonth = { month: string; count: number; differences: string[] }

const datesWords = ({ from, to }: { from: IsoDate; to: IsoDate }) =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`

/** The months of a comparison, in order: how many nights differ in each, and which. */
export function comparedMonths(
  nights: readonly IsoDate[],
  differing: ReadonlyMap<IsoDate, Difference>,
): ComparedMonth[] {
  return [...Map.groupBy(nights, startOfMonth)].map(([month, dates]) => {
    const own = new Map(
      dates.flatMap((date) => {
        const difference = differing.get(date)
        return difference ? [[date, difference] as const] : []
      }),
    )
    const differences = rangesOf(own).map(({ value, ...dates }) => `${datesWords(dates)}: ${value.words}`)
    return { month: formatMonth(month), count: own.size, differences }
  })
}

const SAMPLE_NIGHTS = 30
/** As many samples follow each other until all nights were read. */
const SAMPLES = Math.floor(NIGHTS_SENT / SAMPLE_NIGHTS)

/** The nights that are read back on a day: the next month, and each day another one further on. */
export function sampledSpans(today: IsoDate): { from: IsoDate; to: IsoDate }[] {
  const further = SAMPLE_NIGHTS * (1 + (nightsBetween('2020-01-01', today) % (SAMPLES - 1)))
  return [0, further].map((days) => ({ from: addDays(today, days), to: addDays(today, days + SAMPLE_NIGHTS - 1) }))
}
