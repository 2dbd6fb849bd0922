import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { settings } from '#app/platform/config.server.ts'

const root = path.resolve(import.meta.dirname, '..')
export const exampleFile = path.join(root, '.env.example')
export const readmeFile = path.join(root, 'README.md')

const BEGIN = '<!-- settings -->'
const END = '<!-- /settings -->'

const HEAD = [
  '# Every setting with its default. None is needed: a fresh clone runs as a demo on this machine.',
  '# They are read from the environment. To keep them in a file: copy this one to .env, change what you need, and',
  '# start with `set -a; . ./.env; set +a; npm start`.',
]

type Setting = { name: string; fallback: string; description: string }

/** The settings in the order of their schema. Throws when one says nothing of itself. */
function listSettings(): Setting[] {
  const fallbacks: Record<string, unknown> = settings.parse({})
  return Object.entries(settings.shape).map(([name, { description }]) => {
    if (!description) throw new Error(`${name} has no description in the schema of settings`)
    return { name, fallback: String(fallbacks[name] ?? ''), description }
  })
}

/** The text of `.env.example`: every setting as a comment, with its default and what it means. */
export function envExample(): string {
  const entries = listSettings().map(
    ({ name, fallback, description }) => `# ${description.replaceAll('`', '')}\n# ${name}=${fallback}`,
  )
  return `${[HEAD.join('\n'), ...entries].join('\n\n')}\n`
}

/** A readme with the table of settings between its marks. Throws one sentence when the marks are missing. */
export function withSettingsTable(readme: string): string {
  const from = readme.indexOf(BEGIN)
  const to = readme.indexOf(END, from)
  if (from < 0 || to < 0)
    throw new Error(`README.md needs the lines "${BEGIN}" and "${END}" around the table of settings.`)
  const rows = listSettings().map(({ name, fallback, description }) => {
    const shown = fallback === '' ? 'none' : `\`${fallback}\``
    return `| \`${name}\` | ${shown} | ${description.replaceAll('|', '\\|')} |`
  })
  const table = ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
  return `${readme.slice(0, from)}${BEGIN}\n${table}\n${readme.slice(to)}`
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(exampleFile, envExample())
  try {
    writeFileSync(readmeFile, withSettingsTable(readFileSync(readmeFile, 'utf8')))
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    process.stderr.write(
      `${missing ? 'There is no README.md to write the table of settings into.' : (error as Error).message}\n`,
    )
    process.exitCode = 1
  }
}
