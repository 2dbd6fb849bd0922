import path from 'node:path'
import { processConfig } from '#app/platform/config.server.ts'
import { buildIfNeeded } from './build.ts'
import { carryOut } from './carry-out.ts'
import { lastWords, StartRefused } from './start-refused.ts'

type ServerBuild = typeof import('./app.ts')

const asked = { command: 'booking', words: process.argv.slice(2) }

/** Plain Node cannot load the templates of mail, so what a command does to bookings comes from the built site. */
async function loadBuild(): Promise<ServerBuild> {
  await buildIfNeeded()
  return (await import(path.resolve(import.meta.dirname, '../build/server/index.js'))) as ServerBuild
}

try {
  const outcome = await carryOut(processConfig(), asked, async (services) => {
    const { runCommand } = await loadBuild()
    return (await runCommand(services, asked)) ?? { ok: false, message: 'The built site is of another version.' }
  })
  if (!outcome.ok) throw new StartRefused(outcome.message)
  process.stdout.write(`${outcome.message}\n`)
} catch (error) {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exitCode = 1
}
