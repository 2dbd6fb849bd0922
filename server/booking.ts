import { askBuiltSite } from './ask-site.ts'

await askBuiltSite({ command: 'booking', words: process.argv.slice(2) })
