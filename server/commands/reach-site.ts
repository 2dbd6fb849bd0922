import type { Config } from '#app/platform/config.server.ts'
import { DatabaseInUseError } from '#app/platform/db/directory-lock.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeSite } from '../startup/describe-site.ts'
import { requireDatabase } from '../startup/find-database.ts'
import { openServices } from '../startup/services.ts'
import { StartRefused } from '../startup/start-refused.ts'
import { sendToRunningSite, socketProblem } from './control-socket.ts'
import type { CommandOutcome } from './site-command.ts'

/** The site that a command works on. */
type ReachedSite = {
  /** A one-line description of the site. */
  name: string
  /**
   * Runs the command in the running site if that holds the embedded database, which allows only one process. Otherwise
   * runs `alone` on the database itself.
   */
  run(asked: object, alone: (services: Services) => Promise<CommandOutcome>): Promise<CommandOutcome>
}

/**
 * Finds the site of the current settings, running or not. Never creates one: throws `StartRefused` without a database.
 */
export async function reachSite(config: Config): Promise<ReachedSite> {
  const running = config.databaseUrl ? null : await sendToRunningSite(config.dataDir, { words: [] })
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
