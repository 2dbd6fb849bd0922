import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Every file that git does not ignore, tracked or new, relative to the repository. */
export function listFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...new Set(files)].filter((file) => existsSync(path.join(root, file))).sort()
}

/** The text of a file in the repository. */
export function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
