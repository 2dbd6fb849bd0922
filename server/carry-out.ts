import type { Config } from '#app/platform/config.server.ts'
import { DatabaseInUseError } from '#app/platform/db/database.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { CommandOutcome } from './command-outcome.ts'
import { askRunningSite, socketProblem } from './control-socket.ts'
import { openServices } from './services.ts'
import { StartRefused } from './start-refused.ts'

/**
 * Has the running site do what is asked when that holds the embedded database, which takes no second process; else does it
 * `alone`, in the database itself.
 */
export async function carryOut(
  config: Config,
  asked: object,
  alone: (services: Services) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const answered = config.databaseUrl ? null : await askRunningSite(config.dataDir, asked)
  if (answered) return answered
  try {
    const services = await openServices(config, createLog('warn'), { anyMode: true, beside: true })
    return await alone(services).finally(() => services.database.close())
  } catch (error) {
    const inUse = error instanceof StartRefused && error.cause instanceof DatabaseInUseError
    const problem = inUse && !config.databaseUrl ? socketProblem(config.dataDir) : null
    throw problem ? new StartRefused(problem) : error
  }
}
