import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { ALLOWED_FEATURES, forbidden, options, TABLES_READ } from '../../dependency-cruiser.config.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { listFiles, readText } from './files.ts'
import { folderCycles } from './folder-cycles.ts'

/** Violations of dependency-cruiser.config.ts in a folder, each with both files. */
async function brokenRules(baseDir: string): Promise<string[]> {
  const checked = { ...options, baseDir, validate: true, ruleSet: { forbidden } }
  const { output } = await cruise(['app', 'server', 'content'], checked)
  const { modules, summary } = output as ICruiseResult
  // Only the list of all features imports a definition, which reads from every folder below it. The tables are below
  // all features, wherever their files are.
  const imports = modules
    .filter(({ source }) => !/\.(?:feature|tables)\.server\.ts$|all-tables\.server\.ts$/.test(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved] as const))
    .filter(([, to]) => !/tables\.server\.ts$/.test(to))
  return [
    ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} > ${to}`),
    ...folderCycles(imports).map((edge) => `no folder is part of a cycle: ${edge}`),
  ]
}

/** The root has the log and the configuration that these folders read, and the services made of them. */
const CYCLES = /: app\/platform(?:\/(?:db|jobs|rate-limits))? > app\/platform(?:\/(?:db|jobs|rate-limits))?$/

test('imports lead downward, to existing files, and never in a cycle', async () => {
  const broken = await brokenRules(path.resolve(import.meta.dirname, '../..'))
  expect(broken.filter((line) => !CYCLES.test(line))).toEqual([])
})

test('a forbidden import is found, also a type import', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pc-imports-'))
  const write = (file: string, code: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), code)
  }
  write('package.json', JSON.stringify({ type: 'module', imports: packageJson.imports }))
  for (const name of ['server', 'content']) mkdirSync(path.join(folder, name))
  write('app/features/site/site.ts', `import type { A } from '#app/features/media/media.ts'\nexport type B = A`)
  write('app/features/media/media.ts', `import type { B } from '#app/features/site/site.ts'\nexport type A = B`)
  write('app/features/site/site.api.server.ts', 'export const api = 1')
  write('app/features/giveaway/draw.server.ts', `export { api } from '#app/features/site/site.api.server.ts'`)
  write('app/features/site/brand.tsx', `import './draw.server.ts'\nimport('#app/shared/none.ts')`)
  write('app/features/site/draw.server.ts', `import '#app/shared/dates'`)
  write('app/features/villas/villas.ts', `import '#test/factories.ts'`)
  write('app/shared/dates.ts', 'export const day = 1')
  write('test/factories.ts', 'export const made = 1')
  const broken = await brokenRules(folder)
  rmSync(folder, { recursive: true })
  const ends = (file: string) => broken.filter((line) => line.includes(`: app/features/${file}`)).sort()
  expect(ends('media/media.ts > app/features/site')).toEqual([
    'feature media -> no other feature: app/features/media/media.ts > app/features/site/site.ts',
    'no file is part of a cycle: app/features/media/media.ts > app/features/site/site.ts',
  ])
  expect(broken).toContain('no folder is part of a cycle: app/features/media > app/features/site')
  expect(ends('giveaway')).toHaveLength(2)
  expect(ends('site/brand.tsx')).toHaveLength(3)
  expect(ends('site/draw')).toEqual([
    'every import leads to a file: app/features/site/draw.server.ts > #app/shared/dates',
  ])
  expect(ends('villas')).toHaveLength(2)
})

/** The feature of each table, and the tables that SQL names after `from`, `join`, `update` and `into`. */
const FEATURE_OF = new Map(
  listFiles()
    .filter((file) => /^app\/features\/.+\.tables\.server\.ts$/.test(file))
    .flatMap((file) =>
      [...readText(file).matchAll(/siteTable\(\s*'(\w+)'/g)].map(([, name]) => [name, file.split('/')[2]]),
    ),
)
const tablesNamed = (text: string) =>
  [...text.matchAll(/`(?:[^`\\]|\\.)*`/gs)]
    .flatMap(([sql]) => [...sql.matchAll(/\b(?:from|join|update|into)\s+(\w+(?:\s+\w+)?(?:,\s*\w+(?:\s+\w+)?)*)/g)])
    .flatMap(([, list = '']) => list.split(',').map((table) => table.trim().split(/\s/)[0] ?? ''))

test('SQL names tables of the features only whose functions or tables the feature may import', () => {
  expect(tablesNamed('sql`select 1 from bookings, payments payment join owners on true where x in (table y)`')).toEqual(
    ['bookings', 'payments', 'owners'],
  )
  const foreign = listFiles()
    .filter((file) => /^app\/.+\.server\.tsx?$/.test(file) && !/\.tables\.server\.ts$/.test(file))
    .flatMap((file) => {
      // The platform reads when a hold expires, which changes the version of the nights.
      const [, folder = 'availability', rest = ''] = /^app\/features\/([^/]+)\/(manage\/)?/.exec(file) ?? []
      const features = rest ? [folder, 'manage'] : [folder]
      const allowed = features.flatMap((name) => [
        name,
        ...(ALLOWED_FEATURES[name] ?? []),
        ...(TABLES_READ[name] ?? []),
      ])
      return tablesNamed(readText(file))
        .filter((table) => FEATURE_OF.has(table) && !allowed.includes(FEATURE_OF.get(table) ?? ''))
        .map((table) => `${file}: ${table} of ${FEATURE_OF.get(table)}`)
    })
  expect(foreign).toEqual([])
})

test('a folder and one inside it import each other in one direction only', () => {
  const imports = [
    ['app/a/a.ts', 'app/a/b/b.ts'],
    ['app/a/b/c.ts', 'app/a/c.ts'],
    ['app/d.ts', 'app/a/a.ts'],
    ['app/a/b/b.ts', 'app/a/b/c.ts'],
  ] as const
  expect(folderCycles(imports)).toEqual(['app/a > app/a/b', 'app/a/b > app/a'])
  expect(folderCycles(imports.slice(1))).toEqual([])
})

test('no file or folder has a catch-all name', () => {
  // A channel manager is what its field calls the service.
  const vague =
    /(?:^|\/)(?:utils?|helpers?|misc|common|libs?|managers?|data)(?:[/.]|$)|-(?:utils?|helpers?|misc|(?<!\/channel-)managers?)(?:[/.]|$)/
  expect(listFiles().filter((file) => vague.test(file))).toEqual([])
})

test('no stylesheet has more than 300 lines', () => {
  expect(listFiles().filter((file) => file.endsWith('.css') && readText(file).split('\n').length > 301)).toEqual([])
})

test('no code parses a date that was formatted for a locale', () => {
  const printed = /\.toLocale(?:Date|Time)String\b|(['"`])(?:en-CA|fr-CA|sv|sv-SE|lt|lt-LT)\1/
  const code = listFiles().filter((file) => /\.[jt]sx?$/.test(file) && file !== 'test/repository/architecture.test.ts')
  expect(code.filter((file) => printed.test(readText(file)))).toEqual([])
})
