import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

export const migrationsFolder = path.join(root, 'db/migrations')

/** A key that changes with the migrations, the job queues and the library versions. */
export async function migrationsDigest(): Promise<string> {
  const names = (await readdir(migrationsFolder)).sort()
  const files = [
    path.join(root, 'package-lock.json'),
    path.join(root, 'app/platform/jobs/jobs.server.ts'),
    ...names.map((name) => path.join(migrationsFolder, name)),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(path.basename(file)).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}
