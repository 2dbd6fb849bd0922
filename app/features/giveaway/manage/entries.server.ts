import { and, asc, eq } from 'drizzle-orm'
import type { Services } from '#app/platform/services.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { giveawayEntries, giveaways } from '../giveaway.tables.server.ts'
import { instantInWords } from '../giveaway.ts'
import { type EntriesShown, findLookAlikes, type ShownEntry } from './look-alikes.ts'

/** How many of each list the page shows. The file has all of them. */
const MOST_SHOWN = 50

const entriesOf = ({ db }: Pick<Services, 'db'>, giveawayId: string) =>
  db
    .select()
    .from(giveawayEntries)
    .where(eq(giveawayEntries.giveawayId, giveawayId))
    .orderBy(asc(giveawayEntries.createdAt), asc(giveawayEntries.id))

/** The entries on the page of the giveaway. */
export async function getEntries(
  services: Pick<Services, 'db'>,
  { id: giveawayId, timeZone }: { id: string; timeZone: string },
): Promise<EntriesShown> {
  const all = (await entriesOf(services, giveawayId)).map((row): ShownEntry => {
    const { id, fullName, email, phone, state, zipCode, totalEntries, createdAt } = row
    return { id, fullName, email, phone, state, zipCode, totalEntries, at: instantInWords(createdAt, timeZone) }
  })
  const alike = findLookAlikes(all)
  return {
    last: all.slice(-MOST_SHOWN).toReversed(),
    lookAlikes: alike.slice(0, MOST_SHOWN),
    moreLookAlikes: Math.max(0, alike.length - MOST_SHOWN),
  }
}

const COLUMNS = ['Entered', 'Name', 'Email', 'Phone', 'State', 'Zip code', 'Entries', 'Rules', 'Looks like another']

/** All entries of a giveaway as a table, in the order in which they came. Null if there is no such giveaway. */
export async function getEntriesTable({ db }: Pick<Services, 'db'>, id: string) {
  if (!isUuid(id)) return null
  const isOpened = and(eq(giveaways.id, id), eq(giveaways.draft, false))
  if ((await db.$count(giveaways, isOpened)) === 0) return null
  const entries = await entriesOf({ db }, id)
  const shared = new Map<string, string[]>()
  for (const group of findLookAlikes(entries))
    for (const entry of group.entries) shared.set(entry.id, [...(shared.get(entry.id) ?? []), group.shared])
  const rows = entries.map((entry) => {
    const { createdAt, fullName, email, phone, state, zipCode, totalEntries, rulesVersion } = entry
    const alike = shared.get(entry.id)?.join('; ') ?? ''
    return [createdAt.toISOString(), fullName, email, phone, state, zipCode, String(totalEntries), rulesVersion, alike]
  })
  return { columns: COLUMNS, rows }
}
