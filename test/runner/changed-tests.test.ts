import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { adjacentTests, changedFiles } from './changed-tests.ts'

function write(folder: string, files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
}

test('a changed file is tested by the tests of its name, by those beside it that import it, and by itself if it is one', () => {
  const folder = temporaryFolder()
  write(folder, {
    'app/prices/prices.test.ts': '',
    'app/prices/prices.changes.test.ts': '',
    'app/prices/undo.test.ts': "import './prices.changes.server.ts'",
    'app/prices/taxes.test.ts': "import './taxes.ts'",
    'app/other/prices.test.ts': '',
  })
  expect(adjacentTests(folder, ['app/prices/prices.changes.server.ts'])).toEqual([
    'app/prices/prices.changes.test.ts',
    'app/prices/prices.test.ts',
    'app/prices/undo.test.ts',
  ])
  expect(adjacentTests(folder, ['app/prices/taxes.test.ts', 'app/gone.test.ts', 'README.md'])).toEqual([
    'app/prices/taxes.test.ts',
  ])
})

test('changed is what the last commit lacks, and with a clean checkout what it brought', () => {
  const folder = temporaryFolder()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Mia', '-c', 'user.email=mia@example.com', ...words], { cwd: folder })
  git('init', '--quiet')
  write(folder, { 'a.ts': '1', 'b.ts': '1' })
  git('add', '.')
  git('commit', '--quiet', '--message=first')
  expect(changedFiles(folder)).toEqual(['a.ts', 'b.ts'])
  write(folder, { 'b.ts': '2', 'c.ts': '1' })
  expect(changedFiles(folder)).toEqual(['b.ts', 'c.ts'])
})
