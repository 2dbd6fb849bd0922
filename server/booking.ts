import { askSite } from './ask-site.ts'
import { buildIfNeeded } from './build.ts'
import { loadRelease } from './releases.ts'

const asked = { command: 'booking', words: process.argv.slice(2) }

await askSite(asked, async (services) => {
  // Plain Node cannot load the templates of mail, so what a command does to bookings comes from the built site.
  const { runCommand } = await loadRelease(await buildIfNeeded())
  return (await runCommand(services, asked)) ?? { ok: false, message: 'The built site is of another version.' }
})
