import path from 'node:path'
import type { Command } from 'commander'
import { eq, sql } from 'drizzle-orm'
import { processConfig } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import { installation } from '#app/platform/installation.tables.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { describeSite } from '../startup/describe-site.ts'
import { requireDatabase } from '../startup/find-database.ts'
import { openServices } from '../startup/services.ts'
import type { Terminal } from './ask-password.ts'
import { writeDump } from './database-dump.ts'
import { type Removed, removeDemoContent } from './demo-content.ts'
import { restoreDump } from './restore-dump.ts'
import {
  addSampleOptions,
  type ChooseRemoved,
  chooseByOptions,
  listSamples,
  type SampleOptions,
  settleSamples,
} from './sample-properties.ts'
import type { CommandOutcome } from './site-command.ts'

const REFUSALS = {
  'no-public-address':
    'Going live needs the public address: set SITE_URL, such as SITE_URL=https://stay.example npm run site -- go-live.',
  'already-live': 'This database is already live. Start the site with "npm start".',
  'no-demo': 'This database was never a demo, so it’s already live. Start the site with "npm start".',
} as const

type Reason = keyof typeof REFUSALS
type GoneLive = { ok: true; dump: string; removed: Removed; drafts: number } | Refusal<Reason>

const refuseGoLive = (reason: Reason) => refuse(reason, REFUSALS[reason])

/**
 * Turns a demo's database into a live one (docs/decisions/009), in one transaction: dumps everything, then removes
 * demo-only content. The site must not run meanwhile. If any step fails, nothing is removed. All sample homes stay as
 * drafts, unless `chooseRemoved` names some.
 */
export async function goLive(services: Services, chooseRemoved: ChooseRemoved = async () => []): Promise<GoneLive> {
  const { config, db, clock } = services
  if (config.demo) return refuseGoLive('no-public-address')
  const refusal = await findRefusal(db)
  if (refusal) return refusal
  const chosen = await chooseRemoved(await listSamples(services, db))
  const now = clock.now()
  const dump = path.join(config.dataDir, 'dumps', `before-go-live-${now.toISOString().replace(/[:.]/g, '-')}.jsonl`)
  return retryTransaction(() =>
    db.transaction(async (tx): Promise<GoneLive> => {
      await tx.execute(sql`lock table ${installation} in exclusive mode`)
      const refusal = await findRefusal(tx)
      if (refusal) return refusal
      await writeDump(tx, {
        file: dump,
        about: `Everything in the database before it went live at ${config.siteUrl}.`,
        now,
      })
      const removed = await removeDemoContent(services, tx, now)
      const samples = await settleSamples(services, tx, { removed: chosen, now })
      if (samples.removed > 0) removed.push({ what: 'sample homes', count: samples.removed })
      await tx.update(installation).set({ mode: 'live', liveSince: now }).where(eq(installation.mode, 'demo'))
      return { ok: true, dump, removed, drafts: samples.kept }
    }),
  )
}

async function findRefusal(db: Tx): Promise<Refusal<Reason> | null> {
  const [row] = await db.select({ mode: installation.mode }).from(installation)
  if (row?.mode === 'demo') return null
  return refuseGoLive(row ? 'already-live' : 'no-demo')
}

export function addGoLiveCommand(line: Command, report: (outcome: CommandOutcome) => void, terminal: Terminal) {
  addSampleOptions(line.command('go-live'))
    .summary('turn a demo into a live site, or restore a dump')
    .description(
      'Dumps everything, then removes what belongs only to the demo. On a terminal, it asks for each sample home.',
    )
    .option('--restore <file>', 'fill a new, empty database from such a dump instead')
    .action(async ({ restore, ...samples }: SampleOptions & { restore?: string }) =>
      report(await goLiveOrRestore(restore, chooseByOptions(samples, terminal))),
    )
}

async function goLiveOrRestore(dump: string | undefined, chooseRemoved: ChooseRemoved): Promise<CommandOutcome> {
  const config = processConfig()
  if (config.demo && !dump) return { ok: false, message: REFUSALS['no-public-address'] }
  // Only a restore may create a database, because it needs a new one.
  const existing = !dump
  if (existing) requireDatabase(config)
  process.stderr.write(`${describeSite(config)}\n`)
  const services = await openServices(config, createLog(config.logLevel, process.stderr), { anyMode: true, existing })
  try {
    if (dump) return { ok: true, message: `Restored ${await restoreDump(services.db, path.resolve(dump))} rows.` }
    const outcome = await goLive(services, chooseRemoved)
    if (!outcome.ok) return { ok: false, message: outcome.message }
    const lines = [
      'Removed:',
      ...outcome.removed.filter(({ count }) => count > 0).map(({ what, count }) => `  ${what}: ${count}`),
      `All of it is saved in ${outcome.dump}. Its first line says how to restore it.`,
      ...(outcome.drafts > 0 ? [`Kept as drafts: ${countOf(outcome.drafts, 'sample home')}.`] : []),
      `The site goes live at ${config.siteUrl} the next time it starts. "Set up" at ${config.siteUrl}/admin lists what is left.`,
    ]
    return { ok: true, message: lines.join('\n') }
  } finally {
    await services.database.close()
  }
}
