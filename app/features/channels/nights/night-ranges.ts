import { addDays, eachNight, type IsoDate } from '#app/shared/dates.ts'

/** The values of a night, such as its price. */
type Values = Readonly<Record<string, string | number | boolean | null>>

/** Nights from `from` to `to`, both included, with the same values. */
export type NightRange<Of extends Values> = { from: IsoDate; to: IsoDate; value: Of }

/** Values by night. */
export type ByNight<Of extends Values> = ReadonlyMap<IsoDate, Of>

const isSame = (one: Values, other: Values): boolean => {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** Nights as few ranges: each is as long as the nights follow each other with the same values. */
export function rangesOf<Of extends Values>(nights: ByNight<Of>): NightRange<Of>[] {
  const ranges: NightRange<Of>[] = []
  for (const [date, value] of [...nights].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const last = ranges.at(-1)
    if (last && addDays(last.to, 1) === date && isSame(last.value, value)) last.to = date
    else ranges.push({ from: date, to: date, value })
  }
  return ranges
}

/** The nights of ranges. */
export const nightsIn = <Of extends Values>(ranges: readonly NightRange<Of>[]): Map<IsoDate, Of> =>
  new Map(
    ranges.flatMap(({ from, to, value }) => eachNight(from, addDays(to, 1)).map((date) => [date, value] as const)),
  )

/** The nights of `wanted` that are unknown in `accepted`, or another there. */
export const changedNights = <Of extends Values>(wanted: ByNight<Of>, accepted: ByNight<Of>): Map<IsoDate, Of> =>
  new Map(
    [...wanted].filter(([date, value]) => {
      const known = accepted.get(date)
      return !known || !isSame(known, value)
    }),
  )

/** The nights from `from` on that are not among the named ones. */
export const withoutNights = <Of extends Values>(
  nights: ByNight<Of>,
  { named, from }: { named: { has(date: IsoDate): boolean }; from: IsoDate },
): Map<IsoDate, Of> => new Map([...nights].filter(([date]) => date >= from && !named.has(date)))
