import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** The changed files since the last commit by git, new files too; with a clean checkout, those of that commit. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .filter(Boolean)
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return changed.length > 0 ? changed : git('show', '--name-only', '--format=', 'HEAD')
}

/**
 * The tests beside files: a test itself, one with a file's name, and one in its folder that imports it.
 * `prices.changes.server.ts` is tested by `prices.changes.test.ts` and `prices.test.ts`.
 */
export function adjacentTests(root: string, files: string[]): string[] {
  const found = new Set<string>()
  for (const file of files) {
    if (isTest(file)) found.add(file)
    const { dir, base } = path.parse(file)
    const name = base.replace(/\.\w+$/, '').replace(/\.server$/, '')
    for (const test of globSync(path.join(dir, '*.test.{ts,tsx}'), { cwd: root })) {
      const tested = path.basename(test).replace(/(?:\.server)?\.test\.tsx?$/, '')
      const imports = () => readFileSync(path.join(root, test), 'utf8').includes(`'./${base}'`)
      if (tested === name || name.startsWith(`${tested}.`) || imports()) found.add(test)
    }
  }
  return [...found].filter((file) => existsSync(path.join(root, file))).sort()
}
