import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readSources, type SourceFile } from './source-tree.ts'

const root = path.resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const started = Object.values(scripts).flatMap((script) =>
  [...script.matchAll(/\bnode ([\w./-]+)/g)].map(([, file = '']) => file),
)

/** The files that Node loads when it starts one, and how it came to each. */
function loadedFrom(file: string, sources: Map<string, SourceFile>): string[][] {
  const trails = [[file]]
  const seen = new Set([file])
  for (const trail of trails) {
    for (const { target, dynamic, typeOnly } of sources.get(trail.at(-1) ?? '')?.imports ?? []) {
      if (!target || dynamic || typeOnly || seen.has(target)) continue
      seen.add(target)
      trails.push([...trail, target])
    }
  }
  return trails
}

test('plain Node can load every script of package.json: none of them reaches a template', () => {
  const sources = new Map(readSources(root, listFiles(root)).map((source) => [source.path, source]))
  expect(started.length).toBeGreaterThan(10)
  expect(started.filter((file) => !sources.has(file))).toEqual([])
  const templates = started.flatMap((file) => loadedFrom(file, sources).filter((trail) => trail.at(-1)?.endsWith('x')))
  expect(templates.map((trail) => trail.join(' > '))).toEqual([])
})
