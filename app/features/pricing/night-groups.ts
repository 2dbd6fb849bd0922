import { formatDate, type IsoDate, weekday } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import type { NightRate } from './rates.ts'

export type PricedNight = NightRate & { date: IsoDate }

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** `Fridays, Saturdays, and Sundays`. */
export const listOf = (words: string[]) => list.format(words)

/** `Sunday to Thursday`, `Friday and Saturday`, `Saturday`: the weekdays of these nights, in order. */
function weekdayWords(nights: readonly PricedNight[]): string {
  const days = new Set(nights.map((night) => weekday(night.date)))
  if (days.size === 7) return ''
  // A run may wrap the end of the week: start after a missing day.
  const gap = [0, 1, 2, 3, 4, 5, 6].find((day) => days.has(day) && !days.has((day + 6) % 7)) ?? 0
  const ordered = [0, 1, 2, 3, 4, 5, 6].map((step) => (gap + step) % 7).filter((day) => days.has(day))
  const names = ordered.map((day) => WEEKDAYS[day] ?? '')
  const isRun = ordered.every((day, index) => day === (gap + index) % 7)
  return isRun && names.length > 2 ? `${names[0]} to ${names.at(-1)}` : listOf(names)
}

function context(group: readonly PricedNight[], seasonsDiffer: boolean): string {
  if (group.every((night) => night.from === 'override')) {
    const reasons = new Set(group.map((night) => night.reason))
    const [reason] = reasons
    if (reason && reasons.size === 1) return reason
    return group.length > 2 ? 'special dates' : listOf(group.map((night) => formatDate(night.date).slice(5)))
  }
  const season = group[0]?.season ?? null
  const sameSeason = group.every((night) => night.season?.id === season?.id)
  const name = seasonsDiffer && sameSeason && season ? season.name : ''
  return [name, weekdayWords(group)].filter(Boolean).join(', ')
}

/**
 * Nights of one price together, in order of first appearance: `3 nights × $1,450.00`, with their weekdays or season if prices
 * differ.
 */
export function nightGroups(nights: readonly PricedNight[]): { label: string; amount: Cents }[] {
  const groups = new Map<Cents, PricedNight[]>()
  for (const night of nights) groups.set(night.price, [...(groups.get(night.price) ?? []), night])
  const regular = nights.filter((night) => night.from === 'rate')
  const seasonsDiffer = new Set(regular.map((night) => night.season?.id)).size > 1
  return [...groups].map(([price, group]) => {
    const count = `${group.length} ${group.length === 1 ? 'night' : 'nights'} × ${formatMoney(price)}`
    const which = groups.size > 1 ? context(group, seasonsDiffer) : ''
    return { label: which ? `${count}, ${which}` : count, amount: price * group.length }
  })
}
