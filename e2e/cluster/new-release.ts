import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../..')
const COPIED = ['app', 'bench', 'content', 'db', 'public', 'server', 'vite', 'package.json', 'package-lock.json']

/** A copy of the project with one more migration, built. */
export async function newRelease(): Promise<{ root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'pc-release-'))
  const configs = (await readdir(ROOT)).filter((name) => /\.config\.ts$|^tsconfig\.json$/.test(name))
  for (const name of [...COPIED, ...configs])
    await cp(path.join(ROOT, name), path.join(root, name), { recursive: true })
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const migration = 'alter table properties add column added_by_release integer default 1;\n'
  await writeFile(path.join(root, 'db/migrations/9999_release.sql'), migration)
  await promisify(execFile)(process.execPath, ['server/build.ts'], { cwd: root })
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
