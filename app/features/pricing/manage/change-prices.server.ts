import { DISCOUNT_WORDS } from '#app/features/pricing/charge-choices.ts'
import type { ChangeRefusal, Posted } from '#app/platform/change/change.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { getPricedProperty, lockPricedProperty, type PricedProperty } from '../price-settings.server.ts'
import { changedItems, type ItemKey, type PriceSettings, withItems } from '../price-settings.ts'
import { storeItems } from './store-prices.server.ts'
import { type StoredItems, storedItems } from './stored-prices.server.ts'

/** The settings after an edit, and its questions before it is stored. */
type EditOutcome = { ok: true; settings: PriceSettings; questions?: string[] } | Refusal
export type PriceEdit = (property: PricedProperty) => EditOutcome

/** The home that the address names, with its prices locked. */
export async function lockNamedProperty(tx: Tx, { services, params }: Posted): Promise<PricedProperty | null> {
  const reads = { db: tx, clock: services.clock }
  const property = await getPricedProperty(reads, params.slug ?? '')
  return property && lockPricedProperty(reads, property.id)
}

/** Stores an edit of a home's prices or rules. Null if nothing changes; a question unless it is answered. */
export async function storeEdit(
  tx: Tx,
  { property, edit, isConfirmed }: { property: PricedProperty; edit: PriceEdit; isConfirmed: boolean },
): Promise<{ before: StoredItems; after: StoredItems } | null | ChangeRefusal> {
  const edited = edit(property)
  if (!edited.ok) return edited
  const { settings, questions = [] } = edited
  if (questions.length > 0 && !isConfirmed) return { ...refuse('refused', ''), asks: questions }
  const { before, after } = changedItems(property.settings, settings)
  const keys = Object.keys(after) as ItemKey[]
  if (keys.length === 0) return null
  await storeItems(tx, property.id, { settings, keys })
  return { before: { [property.id]: before }, after: { [property.id]: after } }
}

/** Rolls back the transaction of a preview. */
class PreviewRollback<Seen> extends Error {
  readonly seen: Seen
  constructor(seen: Seen) {
    super('a preview is not stored')
    this.seen = seen
  }
}

/** The results of `look` before and after an edit that is not stored; or its refusal. */
export async function lookAtEdit<Seen>(
  posted: Posted,
  edit: PriceEdit,
  look: (tx: Tx, property: PricedProperty) => Promise<Seen>,
): Promise<{ ok: true; property: PricedProperty; before: Seen; after: Seen } | Refusal> {
  try {
    return await posted.services.db.transaction(async (tx) => {
      const property = await lockNamedProperty(tx, posted)
      if (!property) return refuse('not-found', NO_PROPERTY)
      const before = await look(tx, property)
      const stored = await storeEdit(tx, { property, edit, isConfirmed: true })
      if (stored && 'ok' in stored) return stored
      throw new PreviewRollback({ ok: true as const, property, before, after: await look(tx, property) })
    })
  } catch (error) {
    if (error instanceof PreviewRollback) return error.seen
    throw error
  }
}

export const NO_PROPERTY = 'There is no such home.'

const RECORDED = { before: storedItems, after: storedItems }

/** Undoes a change if nothing has changed since; otherwise a sentence says why not. */
export const undoPriceChange = undoFrom(RECORDED, async (tx, { clock }, { before, after }) => {
  for (const [propertyId, items] of Object.entries(after).sort()) {
    const property = await lockPricedProperty({ db: tx, clock }, propertyId)
    if (!property) return refuse('refused', 'The home is gone.')
    const keys = Object.keys(items) as ItemKey[]
    // Parsed by the current schema: a value from before a setting existed lacks it.
    const since = changedItems(property.settings, withItems(property.settings, items))
    if (Object.keys(since.after).length > 0)
      return refuse('refused', `The prices of ${property.name} were changed again since. Undo the later change first.`)
    const settings = withItems(property.settings, before[propertyId] ?? {})
    const twice = nameUsedTwice(settings)
    if (twice) return refuse('refused', `${property.name} has another ${twice} by now. Rename or remove it first.`)
    const lost = settings.fees.some(({ taxedBy }) => taxedBy.some((id) => settings.taxes.every((tax) => tax.id !== id)))
    if (lost) return refuse('refused', `A tax of this fee is gone from ${property.name} by now.`)
    await storeItems(tx, property.id, { settings, keys })
  }
  return undefined
})

/** `season called Summer`, if two of a kind have one name. */
function nameUsedTwice({ seasons, fees, taxes, discounts }: PriceSettings): string | null {
  const kinds: [string, string[]][] = [
    ['season called', seasons.map(({ name }) => name)],
    ['fee called', fees.map(({ label }) => label)],
    ['tax called', taxes.map(({ name }) => name)],
    ['discount for', discounts.map(({ kind, threshold }) => DISCOUNT_WORDS[kind].stays(threshold))],
  ]
  for (const [kind, names] of kinds) {
    const twice = names.find((name, at) => names.indexOf(name) < at)
    if (twice !== undefined) return `${kind} ${twice}`
  }
  return null
}
