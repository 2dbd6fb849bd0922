import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '#app/platform/services.server.ts'
import { wordFinder } from './mentions.server.ts'

type Where = Pick<Services, 'config'>

/** The paths of emails written to files because no mail server is configured, by the time in their names. */
async function listMailFiles({ config }: Where): Promise<string[]> {
  const folder = path.join(config.dataDir, 'mail')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => /^\d{4}-\d\d-\d\dT.*\.eml$/.test(name)).map((name) => path.join(folder, name))
}

export async function removeMailFilesBefore(where: Where, since: Date): Promise<void> {
  const oldest = since.toISOString().slice(0, 10)
  const old = (await listMailFiles(where)).filter((file) => path.basename(file) < oldest)
  for (const file of old) await rm(file, { force: true })
}

/**
 * Deletes the email files to or about an address. Every email about a person names the address, in `Reply-To` at least.
 */
export async function removeMailFilesAbout(where: Where, email: string): Promise<void> {
  const isAbout = wordFinder(email)
  for (const file of await listMailFiles(where)) {
    const text = (await readFile(file, 'utf8')).replace(/=\r?\n/g, '')
    if (isAbout(text)) await rm(file, { force: true })
  }
}
