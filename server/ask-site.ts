import { processConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { buildIfNeeded } from './build.ts'
import { reachSite } from './carry-out.ts'
import type { CommandOutcome } from './command-outcome.ts'
import { loadRelease } from './releases.ts'
import { lastWords, StartRefused } from './start-refused.ts'

/**
 * A command of the terminal: says which site it speaks to, has done what is asked, prints what came of it, and ends the process
 * with 1 when that is a refusal.
 */
export async function askSite(asked: object, alone: (services: Services) => Promise<CommandOutcome>): Promise<void> {
  try {
    const site = await reachSite(processConfig())
    process.stderr.write(`${site.name}\n`)
    const outcome = await site.carryOut(asked, alone)
    if (!outcome.ok) throw new StartRefused(outcome.message)
    process.stdout.write(`${outcome.message}\n`)
  } catch (error) {
    process.stderr.write(`${lastWords(error)}\n`)
    process.exitCode = 1
  }
}

/** The same for a command that may write mail: plain Node cannot load the templates, so it is done by the built site. */
export function askBuiltSite(asked: object): Promise<void> {
  return askSite(asked, async (services) => {
    const { runCommand } = await loadRelease(await buildIfNeeded())
    return (await runCommand(services, asked)) ?? { ok: false, message: 'The built site is of another version.' }
  })
}
