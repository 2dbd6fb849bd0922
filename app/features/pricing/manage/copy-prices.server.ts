import { randomUUID } from 'node:crypto'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { lockPricedProperty } from '../price-settings.server.ts'
import { changedItems, type ItemKey, itemsOf, type PriceSettings } from '../price-settings.ts'
import { itemLines, itemTitle } from './price-words.ts'
import { storeItems } from './store-prices.server.ts'
import type { StoredItems } from './stored-prices.server.ts'

/** The parts that can be copied to other homes, with their names. */
export const COPIED_PARTS = {
  nightly: 'Nightly prices and cleaning',
  seasons: 'Seasons',
  fees: 'Fees',
  taxes: 'Taxes',
  discounts: 'Discounts',
  stayRules: 'Stay rules',
  payment: 'How guests pay',
  cancellation: 'Cancellation policy',
} as const
export type CopiedPart = keyof typeof COPIED_PARTS

/**
 * The settings of `to` with these parts as in `from`. What has the same name stays the same row; other rows of a part
 * go.
 */
function withParts(to: PriceSettings, from: PriceSettings, parts: readonly CopiedPart[]): PriceSettings {
  const has = (part: CopiedPart) => parts.includes(part)
  const single = {
    nightly: from.nightly,
    stayRules: from.stayRules,
    payment: from.payment,
    cancellation: from.cancellation,
  }
  const copied = Object.fromEntries(Object.entries(single).filter(([part]) => has(part as CopiedPart)))
  const taxes = has('taxes') ? asIn(to.taxes, from.taxes, ({ name }) => name) : to.taxes
  const fees = has('fees')
    ? asIn(to.fees, from.fees, ({ label }) => label).map((fee) => ({
        ...fee,
        taxedBy: sameTaxes(fee.taxedBy, from.taxes, taxes),
      }))
    : to.fees.map((fee) => ({ ...fee, taxedBy: sameTaxes(fee.taxedBy, to.taxes, taxes) }))
  return {
    ...to,
    ...copied,
    ...(has('seasons') && { seasons: asIn(to.seasons, from.seasons, ({ name }) => name) }),
    ...(has('discounts') && {
      discounts: asIn(to.discounts, from.discounts, ({ kind, threshold }) => `${kind} ${threshold}`),
    }),
    taxes,
    fees,
  }
}

function asIn<Item extends { id: string }>(
  own: readonly Item[],
  others: readonly Item[],
  nameOf: (item: Item) => string,
) {
  const idOf = new Map(own.map((item) => [nameOf(item), item.id]))
  return others.map((item) => ({ ...item, id: idOf.get(nameOf(item)) ?? randomUUID() }))
}

type Named = { id: string; name: string }

/** The taxes of a fee in another home, by their names. */
function sameTaxes(ids: readonly string[], from: readonly Named[], to: readonly Named[]): string[] {
  const names = from.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return to
    .filter(({ name }) => names.includes(name))
    .map(({ id }) => id)
    .toSorted()
}

/** The changes by copying, in words: the item before and after. */
export function copyFacts(to: PriceSettings, from: PriceSettings, parts: readonly CopiedPart[]) {
  const after = withParts(to, from, parts)
  const changed = changedItems(to, after)
  return Object.keys(changed.after)
    .map((key) => ({
      name: itemTitle(key, changed.after[key] ?? changed.before[key]),
      before: itemLines(key, changed.before[key], to.taxes).join('; '),
      after: itemLines(key, changed.after[key], after.taxes).join('; '),
    }))
    .filter(({ before, after }) => before !== after)
}

/** The version of everything that is set for a property. */
export const versionOfAll = (settings: PriceSettings) => versionOf([...itemsOf(settings)])

type Copy = {
  fromId: string
  parts: CopiedPart[]
  /** The homes to copy to, and the versions of all homes as they were shown. */
  toIds: string[]
  versions: Record<string, string>
}

export const GONE = refuse('not-found', 'One of these homes is gone. Nothing was copied.')
const CHANGED = refuse(
  'changed-since',
  'The prices of one of these homes were changed meanwhile. Nothing was copied; look at what differs now.',
)

/**
 * Copies parts of the settings of a home to others, all or none. Returns each before and after. Refused if one is gone
 * or has changed since it was shown.
 */
export async function copyPrices(
  reads: { db: Tx; clock: Services['clock'] },
  { fromId, parts, toIds, versions }: Copy,
): Promise<{ before: StoredItems; after: StoredItems } | Refusal<'not-found' | 'changed-since'>> {
  const properties = new Map<string, PriceSettings>()
  // Always in the same order: two who copy crosswise could deadlock.
  for (const id of [...new Set([fromId, ...toIds])].sort()) {
    const property = await lockPricedProperty(reads, id)
    if (!property) return GONE
    if (versionOfAll(property.settings) !== versions[id]) return CHANGED
    properties.set(id, property.settings)
  }
  const from = properties.get(fromId)
  const [before, after]: [StoredItems, StoredItems] = [{}, {}]
  for (const id of toIds) {
    const to = properties.get(id)
    if (!from || !to || id === fromId) continue
    const settings = withParts(to, from, parts)
    const changed = changedItems(to, settings)
    const keys = Object.keys(changed.after) as ItemKey[]
    if (keys.length === 0) continue
    await storeItems(reads.db, id, { settings, keys })
    before[id] = changed.before
    after[id] = changed.after
  }
  return { before, after }
}
