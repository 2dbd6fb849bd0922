import { globSync } from 'node:fs'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { options } from '../../dependency-cruiser.config.ts'
import { scripts } from '../../package.json' with { type: 'json' }

test('plain Node can load every script of package.json: none imports JSX', async () => {
  const named = Object.values(scripts).flatMap((script) =>
    [...script.matchAll(/\bnode (?:--\S+ )*([\w./-]+)/g)].map(([, file = '']) => file),
  )
  // `bench/report.ts` starts these.
  const started = [...named, ...globSync('bench/*.bench.ts')]
  expect(started.length).toBeGreaterThan(10)
  const { modules } = (await cruise(started, options)).output as ICruiseResult
  const loaded = new Set(started)
  for (const file of loaded) {
    for (const { resolved, dynamic, dependencyTypes } of modules.find(({ source }) => source === file)?.dependencies ??
      [])
      if (!dynamic && !dependencyTypes.includes('type-only')) loaded.add(resolved)
  }
  expect(loaded.size).toBeGreaterThan(50)
  expect([...loaded].filter((file) => file.endsWith('.tsx'))).toEqual([])
})
