import path from 'node:path'
import { buildIfNeeded } from './build.ts'

/**
 * Builds the site if its sources changed, and hands the words of the command line to the built server, which alone holds the
 * site's modules: the process and the commands run the same code.
 */
const release = await buildIfNeeded()
// Which build of React the server loads depends on it.
// biome-ignore lint/style/noProcessEnv: set before anything of the site is loaded
process.env.NODE_ENV = 'production'
const { run } = (await import(path.join(release, 'server/index.js'))) as typeof import('./cli.ts')
await run(process.argv.slice(2), release)
