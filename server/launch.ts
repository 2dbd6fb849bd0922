import path from 'node:path'
import { buildIfNeeded } from './build.ts'

/**
 * Builds the site if its sources changed, and passes the arguments to the built server. Only the build loads the site's
 * modules, so the process and the commands run the same code.
 */
const release = await buildIfNeeded()
const { run } = (await import(path.join(release, 'server/index.js'))) as typeof import('./cli.ts')
await run(process.argv.slice(2), release)
