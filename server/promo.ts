import { askSite } from './ask-site.ts'
import { runPromoCommand } from './promo-command.ts'

const asked = { command: 'promo' as const, words: process.argv.slice(2) }

await askSite(asked, (services) => runPromoCommand(services, asked))
