import { addMonths, formatMonth, type IsoDate, isIsoDate, startOfMonth } from '#app/shared/dates.ts'

/** Whole months: the days from `from` up to but not including `to`. */
export type Period = { from: IsoDate; to: IsoDate }

const PERIOD_MONTHS = { month: 1, quarter: 3, year: 12 } as const
type PeriodKind = keyof typeof PERIOD_MONTHS

/** The month, quarter or year of a day. */
export function periodOf(date: IsoDate, kind: PeriodKind): Period {
  const months = PERIOD_MONTHS[kind]
  const month = Number(date.slice(5, 7)) - 1
  const from = addMonths(startOfMonth(date), -(month % months))
  return { from, to: addMonths(from, months) }
}

/** So many periods up to and with that of the day, the latest first. */
export function lastPeriods(date: IsoDate, kind: PeriodKind, count: number): Period[] {
  const { from } = periodOf(date, kind)
  return Array.from({ length: count }, (_, ago) => periodOf(addMonths(from, -ago * PERIOD_MONTHS[kind]), kind))
}

/** A period in an address, `2027-06`, or `2027` for a year; null if it is none. */
export function periodFromQuery(text: string | null, kind: PeriodKind): Period | null {
  const date = `${text ?? ''}${kind === 'year' ? '-01' : ''}-01`
  return isIsoDate(date) ? periodOf(date, kind) : null
}

export const periodQuery = (period: Period) => period.from.slice(0, isYear(period) ? 4 : 7)

const isYear = ({ from, to }: Period) => from.endsWith('-01-01') && to === addMonths(from, PERIOD_MONTHS.year)

export const isWithin = (date: IsoDate, { from, to }: Period) => date >= from && date < to

/** `June 2027`, `April to June 2027`, or `2027`. */
export function periodWords(period: Period): string {
  const { from, to } = period
  const last = addMonths(to, -1)
  if (from === last) return formatMonth(from)
  const [first = ''] = formatMonth(from).split(' ')
  return isYear(period) ? from.slice(0, 4) : `${first} to ${formatMonth(last)}`
}
