import { processConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { carryOut } from './carry-out.ts'
import type { CommandOutcome } from './command-outcome.ts'
import { lastWords, StartRefused } from './start-refused.ts'

/** A command of the terminal: has done what is asked, prints what came of it, and ends the process with 1 when that is a refusal. */
export async function askSite(asked: object, alone: (services: Services) => Promise<CommandOutcome>): Promise<void> {
  try {
    const outcome = await carryOut(processConfig(), asked, alone)
    if (!outcome.ok) throw new StartRefused(outcome.message)
    process.stdout.write(`${outcome.message}\n`)
  } catch (error) {
    process.stderr.write(`${lastWords(error)}\n`)
    process.exitCode = 1
  }
}
