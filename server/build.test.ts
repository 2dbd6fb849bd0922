import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digestOfSources } from './build.ts'

const FILES = [
  'app/root.tsx',
  'app/styles/fonts/petrona.woff2',
  'app/ui/mark.svg',
  'public/robots.txt',
  'vite.config.ts',
  'vite/embed.config.ts',
]

let project = ''
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'pc-sources-'))
  for (const file of FILES) write(file, 'before')
})
afterEach(() => rmSync(project, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
  writeFileSync(path.join(project, file), text)
}

test.each(FILES)('a change of %s requires another release', (file) => {
  const before = digestOfSources(project)
  write(file, 'after')
  expect(digestOfSources(project)).not.toBe(before)
})

test.each(['app/root.test.tsx', 'docs/settings.md'])('the release does not change with %s', (file) => {
  const before = digestOfSources(project)
  write(file, 'after')
  expect(digestOfSources(project)).toBe(before)
})
