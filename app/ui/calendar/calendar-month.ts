import { addDays, addMonths, type IsoDate, startOfMonth, weekday } from '#app/shared/dates.ts'

/** The month as weeks from Sunday to Saturday; days of adjacent months are empty. */
export function weeksOfMonth(month: IsoDate): (IsoDate | null)[][] {
  const first = startOfMonth(month)
  const weeks: (IsoDate | null)[][] = []
  let date = addDays(first, -weekday(first))
  while (date < addMonths(first, 1)) {
    const from = date
    const week = Array.from({ length: 7 }, (_, index) => addDays(from, index))
    weeks.push(week.map((day) => (startOfMonth(day) === first ? day : null)))
    date = addDays(date, 7)
  }
  return weeks
}

/** The first days of the months from one date to another. */
export function monthsBetween(from: IsoDate, to: IsoDate): IsoDate[] {
  const months: IsoDate[] = []
  for (let month = startOfMonth(from); month <= to; month = addMonths(month, 1)) months.push(month)
  return months
}

/** The same day of another month, or that month's last day if it has no such day. */
export function sameDayOf(date: IsoDate, months: number): IsoDate {
  const month = addMonths(date, months)
  const same = addDays(month, Number(date.slice(8)) - 1)
  return startOfMonth(same) === month ? same : addDays(addMonths(month, 1), -1)
}

/** The target date of a key in the ARIA grid pattern; null for any other key. Home and End stay in the month. */
export function dateAfterKey(date: IsoDate, key: string, shift: boolean): IsoDate | null {
  const first = startOfMonth(date)
  const last = addDays(addMonths(date, 1), -1)
  const moves: Record<string, () => IsoDate> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    PageUp: () => sameDayOf(date, shift ? -12 : -1),
    PageDown: () => sameDayOf(date, shift ? 12 : 1),
    Home: () => later(first, addDays(date, -weekday(date))),
    End: () => earlier(last, addDays(date, 6 - weekday(date))),
  }
  return moves[key]?.() ?? null
}

function later(one: IsoDate, other: IsoDate): IsoDate {
  return one > other ? one : other
}

function earlier(one: IsoDate, other: IsoDate): IsoDate {
  return one < other ? one : other
}
