import { recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import { changedSinceWords, versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { lockPricedHome, type PricedHome } from '../price-settings.server.ts'
import { changedItems, type ItemKey, itemsOf, type PriceSettings, withItems } from '../price-settings.ts'
import { itemLines } from './price-words.ts'
import { storeItems } from './store-prices.server.ts'

/** What an edit makes of the settings, and what it asks before it is stored. */
type EditOutcome =
  | { ok: true; settings: PriceSettings; questions?: string[] }
  | { ok: false; message: string; fields?: Record<string, string> }
export type PriceEdit = (home: PricedHome) => EditOutcome

type PriceChange = {
  propertyId: string
  by: Operator
  edit: PriceEdit
  /** The item of the form and its version when it was shown; null for something new. */
  shown: { key: ItemKey; version: string } | null
  /** The operator has answered the questions of the edit. */
  confirmed: boolean
}

export type ChangeOutcome =
  /** `changeId` is null if everything is like that already. */
  | { ok: true; changeId: string | null }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'invalid'; message: string; fields?: Record<string, string> }
  | { ok: false; reason: 'asked'; questions: string[] }
  | { ok: false; reason: 'changed-since'; message: string }

/** The items of each property before or after a change, as the audit stores them. */
export type StoredItems = Record<string, Record<string, unknown>>

type Made = { ok: true; home: PricedHome; settings: PriceSettings; changed: ReturnType<typeof changedItems> }

const CHANGED = 'prices.changed'

/** Stores a change of a property's prices or rules with its audit row. Two who change the same thing: the second is refused. */
export function changePrices(services: Services, change: PriceChange): Promise<ChangeOutcome> {
  const { db, clock } = services
  return retryTransaction(() =>
    db.transaction(async (tx): Promise<ChangeOutcome> => {
      const made = await makeChange({ db: tx, clock }, change)
      if (!made.ok) return made
      const { home, settings, changed } = made
      const keys = Object.keys(changed.after) as ItemKey[]
      if (keys.length === 0) return { ok: true, changeId: null }
      const refusal = await refuseUnseen({ db: tx, clock }, { home, shown: change.shown })
      if (refusal) return refusal
      await storeItems(tx, home.id, { settings, keys })
      const changeId = await recordAudit(tx, {
        by: change.by,
        action: CHANGED,
        subjectId: home.id,
        propertyIds: [home.id],
        before: { [home.id]: changed.before },
        after: { [home.id]: changed.after },
        at: clock.now(),
      })
      return { ok: true, changeId }
    }),
  )
}

type Reads = { db: Tx; clock: Services['clock'] }

async function makeChange(reads: Reads, change: PriceChange): Promise<Made | Exclude<ChangeOutcome, { ok: true }>> {
  const home = await lockPricedHome(reads, change.propertyId)
  if (!home) return { ok: false, reason: 'not-found' }
  const edited = change.edit(home)
  if (!edited.ok) return { ...edited, reason: 'invalid' }
  const { settings, questions = [] } = edited
  if (questions.length > 0 && !change.confirmed) return { ok: false, reason: 'asked', questions }
  return { ok: true, home, settings, changed: changedItems(home.settings, settings) }
}

/** The operator has not seen the item as it is now. */
async function refuseUnseen(
  { db }: Reads,
  { home, shown }: { home: PricedHome; shown: PriceChange['shown'] },
): Promise<Exclude<ChangeOutcome, { ok: true }> | null> {
  if (!shown || versionOf(itemsOf(home.settings).get(shown.key)) === shown.version) return null
  const lines = itemLines(shown.key, itemsOf(home.settings).get(shown.key), home.settings.taxes)
  const last = { subject: 'prices', subjectId: home.id, timeZone: home.timeZone, lines }
  const message = await changedSinceWords(db, last)
  return { ok: false, reason: 'changed-since', message }
}

/** Rolls back the transaction of a preview. */
class PreviewRollback<Seen> extends Error {
  readonly seen: Seen
  constructor(seen: Seen) {
    super('a preview is not stored')
    this.seen = seen
  }
}

/** What `look` sees before and after a change that is not stored; the refusal of a change that cannot be. */
export async function lookAtChange<Seen>(
  services: Services,
  change: Omit<PriceChange, 'shown' | 'confirmed'>,
  look: (tx: Tx) => Promise<Seen>,
): Promise<{ ok: true; before: Seen; after: Seen } | Exclude<ChangeOutcome, { ok: true }>> {
  const { db, clock } = services
  try {
    return await db.transaction(async (tx) => {
      const before = await look(tx)
      const made = await makeChange({ db: tx, clock }, { ...change, shown: null, confirmed: true })
      if (!made.ok) return made
      const keys = Object.keys(made.changed.after) as ItemKey[]
      await storeItems(tx, made.home.id, { settings: made.settings, keys })
      throw new PreviewRollback({ ok: true as const, before, after: await look(tx) })
    })
  } catch (error) {
    if (error instanceof PreviewRollback) return error.seen
    throw error
  }
}

/** Takes a change back where everything is still as it was left; otherwise a sentence says why not. */
export const undoPriceChange: Undo = async (tx, { clock }, { before, after }) => {
  for (const [propertyId, items] of Object.entries(after as StoredItems).sort()) {
    const home = await lockPricedHome({ db: tx, clock }, propertyId)
    if (!home) return refuseUndo('The home is gone.')
    const now = itemsOf(home.settings)
    const keys = Object.keys(items) as ItemKey[]
    const isSame = keys.every((key) => canonical(now.get(key) ?? null) === canonical(items[key]))
    if (!isSame) return refuseUndo(`The prices of ${home.name} were changed again since. Undo the later change first.`)
    const settings = withItems(home.settings, (before as StoredItems)[propertyId] ?? {})
    const twice = nameUsedTwice(settings)
    if (twice) return refuseUndo(`${home.name} has another ${twice} by now. Rename or remove it first.`)
    const lost = settings.fees.some(({ taxedBy }) => taxedBy.some((id) => settings.taxes.every((tax) => tax.id !== id)))
    if (lost) return refuseUndo(`A tax of this fee is gone from ${home.name} by now.`)
    await storeItems(tx, home.id, { settings, keys })
  }
}

const refuseUndo = (message: string) => ({ ok: false as const, message })

/** `season called Summer`, if two of a kind have one name. */
function nameUsedTwice({ seasons, fees, taxes, discounts }: PriceSettings): string | null {
  const kinds: [string, (string | number)[]][] = [
    ['season called', seasons.map(({ name }) => name)],
    ['fee called', fees.map(({ label }) => label)],
    ['tax called', taxes.map(({ name }) => name)],
    ['discount from as many nights as', discounts.map(({ fromNights }) => fromNights)],
  ]
  for (const [kind, names] of kinds) {
    const twice = names.find((name, at) => names.indexOf(name) < at)
    if (twice !== undefined) return `${kind} ${twice}`
  }
  return null
}
