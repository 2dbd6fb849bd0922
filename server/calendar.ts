import { askSite } from './ask-site.ts'
import { runCalendarCommand } from './calendar-command.ts'

const asked = { command: 'calendar' as const, words: process.argv.slice(2) }

await askSite(asked, (services) => runCalendarCommand(services, asked))
