import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Patterns that read only our own code and settings. */
const OWN_TEXT = [
  'app/features/embeds/script/stay.tsx',
  'app/pages/design/palette.ts',
  'app/platform/setting-shapes.server.ts',
  'server/commands/settings.ts',
  'server/settings-table.ts',
]

test('no regular expression that reads foreign text takes more than a fixed number of steps per character', () => {
  const flags = ['--allow-natives-syntax', '--no-regexp-optimization']
  const script = path.join(import.meta.dirname, 'count-pattern-steps.ts')
  const counted = JSON.parse(execFileSync('node', [...flags, script], { encoding: 'utf8', timeout: 240_000 }))
  expect(counted.control, 'a pattern that is known to be slow').not.toBeNull()
  expect(counted.patterns).toBeGreaterThan(150)
  expect(counted.slow.filter(({ file }: { file: string }) => !OWN_TEXT.includes(file))).toEqual([])
}, 240_000)
