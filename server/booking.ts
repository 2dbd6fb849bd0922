import path from 'node:path'
import { askSite } from './ask-site.ts'
import { buildIfNeeded } from './build.ts'

type ServerBuild = typeof import('./app.ts')

const asked = { command: 'booking', words: process.argv.slice(2) }

/** Plain Node cannot load the templates of mail, so what a command does to bookings comes from the built site. */
async function loadBuild(): Promise<ServerBuild> {
  await buildIfNeeded()
  return (await import(path.resolve(import.meta.dirname, '../build/server/index.js'))) as ServerBuild
}

await askSite(asked, async (services) => {
  const { runCommand } = await loadBuild()
  return (await runCommand(services, asked)) ?? { ok: false, message: 'The built site is of another version.' }
})
