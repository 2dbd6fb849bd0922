import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { migrate } from '#app/platform/db/migrate.server.ts'

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

/** Makes a new database of the version before `migration`, in place of everything in this one. */
export async function migrateUntil(database: { pool: pg.Pool }, migration: string): Promise<void> {
  await database.pool.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'))
  const before = (await readdir(migrationsFolder)).filter((name) => name < migration)
  try {
    for (const name of before) await cp(path.join(migrationsFolder, name), path.join(folder, name))
    await migrate(database, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
