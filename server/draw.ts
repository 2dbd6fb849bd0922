import { askBuiltSite } from './ask-site.ts'

await askBuiltSite({ command: 'draw', words: process.argv.slice(2) })
