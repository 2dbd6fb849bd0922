import { processConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { startMailWorker } from '#app/platform/mail/mail-worker.server.ts'
import { loadContent } from '#content/load-content.ts'
import { runCommand } from './commands/command-line.ts'
import { listenForCommands } from './commands/control-socket.ts'
import { startFileCleanUp, startRecurringJobs } from './recurring-jobs.ts'
import { openServices } from './startup/services.ts'
import { explainExit, refusedWithoutStorage } from './startup/start-refused.ts'

/**
 * The services of the development process, and `startSite` for its content, jobs and commands. Exits with a message if
 * the services cannot start.
 */
export async function startServices() {
  try {
    const config = processConfig()
    const services = await openServices(config, createLog(config.logLevel))
    await services.jobs.start()
    await startMailWorker(services)
    const startSite = async () => {
      await loadContent(services, { demo: config.demo }).catch(refusedWithoutStorage)
      await startRecurringJobs(services)
      startFileCleanUp(services, async () => {})
      await listenForCommands(services, runCommand)
    }
    return { services, startSite }
  } catch (error) {
    process.stderr.write(`${explainExit(error)}\n`)
    process.exit(1)
  }
}
