import { createInterface } from 'node:readline/promises'
import { type Command, Option } from 'commander'
import { asc, inArray } from 'drizzle-orm'
import { deleteDraft, samplesOf } from '#app/features/properties/manage/list/drafts.changes.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { storePlainTexts } from '#app/features/site/manage/plain-texts.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { StartRefused } from '../startup/start-refused.ts'
import type { Terminal } from './ask-password.ts'

type SampleProperty = { id: string; name: string; location: string }

/** Says which of the sample homes are removed, by their ids. The others stay as drafts. */
export type ChooseRemoved = (properties: SampleProperty[]) => Promise<string[]>

export type SampleOptions = { keepSamples?: boolean; removeSamples?: boolean }

/** Adds the options that decide about the sample homes without a question. */
export function addSampleOptions(command: Command): Command {
  return command
    .addOption(new Option('--keep-samples', 'keep all sample homes as drafts').conflicts('removeSamples'))
    .addOption(new Option('--remove-samples', 'remove all sample homes'))
}

/** The choice of these options. Without any, a terminal is asked for each home, and others keep all. */
export function chooseByOptions({ keepSamples, removeSamples }: SampleOptions, terminal: Terminal): ChooseRemoved {
  if (removeSamples) return async (properties) => properties.map(({ id }) => id)
  if (keepSamples || !terminal.input.isTTY) return async () => []
  return (properties) => askForEach(properties, terminal)
}

async function askForEach(properties: SampleProperty[], { input, output }: Terminal): Promise<string[]> {
  const lines = createInterface({ input, historySize: 0 })
  const typed = lines[Symbol.asyncIterator]()
  async function isRemoved(words: string): Promise<boolean> {
    output.write(words)
    const { value, done } = await typed.next()
    if (done) throw new StartRefused('No answer given. Nothing was changed.')
    const answer = value.trim().toLowerCase()
    if (answer === 'remove' || answer === 'r') return true
    return answer === '' || answer === 'keep' || answer === 'k' ? false : isRemoved('Please type keep or remove: ')
  }
  try {
    const removed: string[] = []
    if (properties.length > 0) output.write('Sample homes: keep each as a draft, or remove it?\n')
    for (const { id, name, location } of properties) {
      if (await isRemoved(`  ${name} (${location}) [KEEP/remove]: `)) removed.push(id)
    }
    return removed
  } finally {
    lines.close()
  }
}

/** The homes that came with the demo, in their order. An operator's own are not among them. */
export async function listSamples(
  { demoMarks }: Pick<Services, 'demoMarks'>,
  db: Tx,
): Promise<(typeof properties.$inferSelect)[]> {
  return samplesOf(await db.select().from(properties).orderBy(asc(properties.displayOrder)), demoMarks)
}

/**
 * Removes the chosen sample homes, and makes drafts of the others. Without any left, the texts of the site about them go,
 * too. Returns how many of each.
 */
export async function settleSamples(
  services: Pick<Services, 'clock' | 'log' | 'demoMarks'>,
  tx: Tx,
  { removed, now }: { removed: string[]; now: Date },
): Promise<{ removed: number; kept: number }> {
  const samples = await listSamples(services, tx)
  const gone = samples.filter(({ id }) => removed.includes(id))
  for (const property of gone) await deleteDraft(tx, property, now)
  const kept = samples.filter((property) => !gone.includes(property)).map(({ id }) => id)
  if (gone.length > 0 && kept.length === 0) await storePlainTexts(tx, services, now)
  await tx.update(properties).set({ status: 'draft' }).where(inArray(properties.id, kept))
  return { removed: gone.length, kept: kept.length }
}
