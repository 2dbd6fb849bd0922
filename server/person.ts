import { askSite } from './ask-site.ts'
import { runPersonCommand } from './person-command.ts'

const asked = { command: 'person' as const, words: process.argv.slice(2) }

await askSite(asked, (services) => runPersonCommand(services, asked))
