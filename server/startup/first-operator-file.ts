import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { makeFirstOperatorLink } from '#app/features/operators/first-operator.server.ts'
import type { Logger } from '#app/platform/log.server.ts'

/** Below DATA_DIR. */
export const FIRST_OPERATOR_FILE = 'first-operator.txt'

const OTHERWISE = 'Restart the site for a new link, or run "npm run site -- operator create" with a name.'

type FirstOperatorLink = {
  link: Awaited<ReturnType<typeof makeFirstOperatorLink>>
  dataDir: string
  log: Logger
  output: { isTTY?: boolean; write(text: string): unknown }
}

/**
 * Writes the link that creates the first operator into a file that only the site's user reads. A terminal shows it,
 * too. It is a secret: the log, which others may read and keep, names only the file. Without a link, an earlier file goes.
 */
export function writeFirstOperatorLink({ link, dataDir, log, output }: FirstOperatorLink): void {
  const file = path.resolve(dataDir, FIRST_OPERATOR_FILE)
  rmSync(file, { force: true })
  if (!link) return
  const { url, expiresAt } = link
  writeFileSync(file, `${url}\n`, { mode: 0o600 })
  const words = `nobody can sign in yet: create the first operator with the link in ${file}. ${OTHERWISE}`
  log.warn({ event: 'operator.none', file, expiresAt }, words)
  if (!output.isTTY) return
  const until = `${expiresAt.toISOString().slice(11, 16)} UTC`
  output.write(`\nNobody can sign in yet. Create the first operator until ${until}:\n\n  ${url}\n\n${OTHERWISE}\n\n`)
}
