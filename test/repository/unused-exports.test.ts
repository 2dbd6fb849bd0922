import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

/** Exports that React Router, Vite, Vitest and Playwright import. */
const BY_FRAMEWORKS = [
  /^app\/(?:root|routes|entry\.[a-z]+|pages\/.*|shell\/(?:shell|admin-shell))\.tsx?: /,
  /\.config\.ts: default$/,
  /^(?:e2e|test)\/(?:global-setup|summary-reporter)\.ts: default$/,
  // `vite/embed.config.ts` puts it in the place of `react-dom/client`.
  /^app\/features\/embeds\/script\/preact-root\.ts: createRoot$/,
]

type Named = { kind: string; name: string | null }
/** The name of an import or export; `*` for a whole file. */
const nameOf = ({ kind, name }: Named) => name ?? (kind === 'Default' ? 'default' : '*')

/** A file's exports, and the imports of all other files, as `file: name`. */
function read(file: string, code: string) {
  const named = (from: string, what: string) => {
    const [to = ''] = from.split('?')
    return `${to.startsWith('#') ? to.slice(1) : path.posix.join(path.posix.dirname(file), to)}: ${what}`
  }
  const { staticImports, staticExports } = parseSync(file, code).module
  const exported = staticExports.flatMap(({ entries }) => entries)
  const whole = [...code.matchAll(/\bimport\('([^']+)'\)/g)].map(([, from = '']) => named(from, '*'))
  return {
    exports: exported.map(({ exportName }) => `${file}: ${nameOf(exportName)}`),
    imports: [
      ...staticImports.flatMap(({ moduleRequest, entries }) =>
        entries.map(({ importName }) => named(moduleRequest.value, nameOf(importName))),
      ),
      ...exported.flatMap(({ moduleRequest, importName }) =>
        moduleRequest ? [named(moduleRequest.value, nameOf(importName))] : [],
      ),
      ...whole,
    ],
  }
}

function unusedExports(files: [file: string, code: string][]): string[] {
  const modules = files.map(([file, code]) => read(file, code))
  const used = new Set(modules.flatMap(({ imports }) => imports))
  const isUsed = (one: string) => used.has(one) || used.has(one.replace(/: .*/, ': *')) || one.endsWith(': *')
  return modules.flatMap(({ exports }) => exports).filter((one) => !isUsed(one))
}

test('each export is imported by another file', () => {
  const files = listFiles().filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.endsWith('.d.ts'))
  const unused = unusedExports(files.map((file) => [file, readText(file)]))
  expect(unused.filter((one) => !BY_FRAMEWORKS.some((pattern) => pattern.test(one)))).toEqual([])
})

test('an export that only its own file uses is found, types included', () => {
  const files: [string, string][] = [
    ['app/a.ts', 'export const used = 1, own = used\nexport type Own = typeof own\nexport default used'],
    ['app/b.tsx', `import { used } from './a.ts'\nexport * from '#app/c.ts'\nexport { x } from './d.ts?raw'`],
    ['app/c.ts', 'export const c = 1'],
    ['app/d.ts', `export const x = 1, y = 2\nconst b = await import('./b.tsx')`],
    ['app/e.ts', 'export type E = 1'],
    ['app/f.ts', `import type { E } from './e.ts'`],
  ]
  expect(unusedExports(files)).toEqual(['app/a.ts: own', 'app/a.ts: Own', 'app/a.ts: default', 'app/d.ts: y'])
})
