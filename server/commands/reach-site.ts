import type { Config } from '#app/platform/config.server.ts'
import { DatabaseInUseError } from '#app/platform/db/directory-lock.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeSite } from '../startup/describe-site.ts'
import { requireDatabase } from '../startup/find-database.ts'
import { openServices } from '../startup/services.ts'
import { StartRefused } from '../startup/start-refused.ts'
import type { CommandOutcome } from './command-outcome.ts'
import { sendToRunningSite, socketProblem } from './control-socket.ts'

/** The site that a command works on. */
export type ReachedSite = {
  /** Which site it is, in a line. */
  name: string
  /**
   * Has the running site do what is asked when that holds the embedded database, which takes no second process; else does it
   * `alone`, in the database itself.
   */
  run(asked: object, alone: (services: Services) => Promise<CommandOutcome>): Promise<CommandOutcome>
}

/** Finds the site that the settings name, running or not. A command never makes one: without a database it throws `StartRefused`. */
export async function reachSite(config: Config): Promise<ReachedSite> {
  const running = config.databaseUrl ? null : await sendToRunningSite(config.dataDir, { command: 'site' })
  if (running) {
    return {
      name: `${running.message}, running`,
      run: async (asked, alone) => (await sendToRunningSite(config.dataDir, asked)) ?? openAlone(config, alone),
    }
  }
  requireDatabase(config)
  return { name: describeSite(config), run: (_asked, alone) => openAlone(config, alone) }
}

async function openAlone(config: Config, alone: (services: Services) => Promise<CommandOutcome>) {
  try {
    const services = await openServices(config, createLog('warn', process.stderr), { existing: true })
    return await alone(services).finally(() => services.database.close())
  } catch (error) {
    const inUse = error instanceof StartRefused && error.cause instanceof DatabaseInUseError
    const problem = inUse && !config.databaseUrl ? socketProblem(config.dataDir) : null
    throw problem ? new StartRefused(problem) : error
  }
}
