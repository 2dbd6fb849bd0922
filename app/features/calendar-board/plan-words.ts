import { addDays, formatDate, formatSpan } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import { BLOCKS } from './board.ts'
import type { NightChange, PriceChange, PropertyPlan } from './plan-change.ts'

/** The names of the properties that are left out, each with the reason: `Cove (Ada Guest has Jan 3–8)`. */
export function leftOutText(plans: readonly PropertyPlan[]): string {
  return listOf(plans.filter(({ leftOut }) => leftOut).map(({ name, words }) => `${name} (${words})`))
}

function changeWords(change: NightChange): string {
  if (change.what !== 'rates') return BLOCKS[change.what]
  const { to, minimum } = change
  const minimumWords = minimum && (minimum.nights === null ? 'Usual minimum stay' : `${minimum.nights}-night minimum`)
  return [to && priceWords(to), minimumWords].filter(Boolean).join(' and ')
}

function priceWords(to: PriceChange): string {
  if (to.how === 'set') return `Price ${formatMoney(to.price)}`
  if (to.how === 'usual') return 'Usual prices'
  const sign = (to.how === 'percent' ? to.percent : to.dollars) > 0 ? '+' : ''
  return `Prices ${sign}${to.how === 'percent' ? `${to.percent}%` : formatMoney(to.dollars)}`
}

/**
 * The words of a change in History: `Owner stay in Cove and Ridge, Jan 2–9. Left out: Lodge (Ada Guest has Jan 3–8).`
 */
export function changeSummary(plans: readonly PropertyPlan[], change: NightChange): string {
  const changing = plans.filter(({ leftOut }) => !leftOut)
  const names = changing.map(({ name }) => name)
  const dates = changing.flatMap(({ nights }) => nights).sort()
  const [first, last] = [dates[0] ?? '', dates.at(-1) ?? '']
  const when = change.what === 'visit' && first === last ? formatDate(first) : formatSpan(first, addDays(last, 1))
  const where = names.length > 4 ? countOf(names.length, 'home') : listOf(names)
  const leftOut = leftOutText(plans)
  return `${changeWords(change)} in ${where}, ${when}.${leftOut && ` Left out: ${leftOut}.`}`
}

/** Changes whenever the shown plan changes: only a plan that was seen is saved. */
export function fingerprintOf(plans: readonly PropertyPlan[]): string {
  const seen = plans
    .filter(({ leftOut }) => !leftOut)
    .map(({ propertyId, before, after, words }) => [propertyId, before, after, words])
  // FNV-1a: no secret, and both sides compute it.
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(seen)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

export const planLine = (plans: readonly PropertyPlan[]) =>
  plans
    .filter(({ leftOut }) => !leftOut)
    .map(({ name, words }) => `${name}: ${words}`)
    .join('; ')
