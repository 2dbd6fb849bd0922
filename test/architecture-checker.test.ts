import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  edgesOf,
  findCycles,
  forbiddenFeatureImports,
  forbiddenImports,
  importsOfOutsiders,
  kindOf,
} from './architecture.ts'
import { parseSource } from './source-tree.ts'

/** A small tree: each file by its path, with the files it imports. */
function tree(files: Record<string, string[]>) {
  const paths = new Set([...Object.keys(files), ...Object.values(files).flat()])
  const way = (file: string, target: string) => path.posix.relative(path.posix.dirname(file), target)
  const code = (file: string) => (files[file] ?? []).map((target) => `import './${way(file, target)}'`).join('\n')
  return [...paths].map((file) => parseSource(file, code(file)))
}
const edges = (files: Record<string, string[]>) => edgesOf(tree(files))
const kind = (file: string, code = '') => kindOf(parseSource(file, code))

describe('the kinds of files', () => {
  test('the kind of a feature’s file follows from its name', () => {
    const folder = 'app/features/contact'
    expect(kind(`${folder}/contact.ts`)).toBe('feature')
    expect(kind(`${folder}/contact.server.ts`)).toBe('feature.server')
    expect(kind(`${folder}/contact.api.server.ts`)).toBe('api')
    expect(kind(`${folder}/contact.jobs.server.ts`)).toBe('jobs')
    expect(kind(`${folder}/contact.mail.tsx`)).toBe('mail')
    expect(kind(`${folder}/contact-form.tsx`)).toBe('feature')
    expect(kind(`${folder}/contact.test.ts`)).toBe('outside')
  })

  test('a file outside the layout has no kind', () => {
    expect(kind('app/models/guest.ts')).toBeNull()
    expect(kind('scripts/guest.ts')).toBeNull()
  })
})

describe('allowed imports', () => {
  const line = { from: ['feature' as const], to: ['ui' as const, 'shared' as const] }

  test('what the line names may be imported, and files of the same kind', () => {
    const fine = edges({
      'app/features/contact/contact-form.tsx': [
        'app/features/contact/contact.ts',
        'app/ui/button.tsx',
        'app/shared/dates.ts',
      ],
    })
    expect(forbiddenImports(fine, line)).toEqual([])
  })

  test('anything else is reported with both ends', () => {
    const wrong = edges({ 'app/features/contact/contact-form.tsx': ['app/features/contact/contact.server.ts'] })
    expect(forbiddenImports(wrong, line)).toEqual([
      'app/features/contact/contact-form.tsx (feature) imports app/features/contact/contact.server.ts (feature.server)',
    ])
    const upwards = edges({ 'app/ui/button.tsx': ['app/features/contact/contact.ts'] })
    expect(forbiddenImports(upwards, { from: ['ui'], to: ['shared'] })).toHaveLength(1)
  })

  test('a folder can be named, and nothing beside it', () => {
    const mail = (target: string) => edges({ 'app/features/bookings/mail/bookings.mail.tsx': [target] })
    const onlyOutbox = { from: ['mail' as const], to: ['app/platform/mail/' as const] }
    expect(forbiddenImports(mail('app/platform/mail/layout.tsx'), onlyOutbox)).toEqual([])
    expect(forbiddenImports(mail('app/platform/config.server.ts'), onlyOutbox)).toHaveLength(1)
  })
})

describe('features', () => {
  const across = (from: string, to: string) => edges({ [`app/features/${from}`]: [`app/features/${to}`] })

  test('a feature uses another that its line names', () => {
    const named = across('bookings/bookings.server.ts', 'availability/conflicts.server.ts')
    expect(forbiddenFeatureImports(named, 'bookings', ['availability'])).toEqual([])
  })

  test('no other feature, and never the HTTP of one', () => {
    const wrongWay = across('availability/availability.server.ts', 'bookings/bookings.server.ts')
    expect(forbiddenFeatureImports(wrongWay, 'availability', ['properties'])).toHaveLength(1)
    const http = across('bookings/bookings.api.server.ts', 'availability/availability.api.server.ts')
    expect(forbiddenFeatureImports(http, 'bookings', ['availability'])).toHaveLength(1)
  })
})

describe('outsiders and cycles', () => {
  test('product code that imports a test, a benchmark or the configuration is found', () => {
    for (const target of ['test/database.ts', 'e2e/site.ts', 'bench/budgets.ts', 'app/shared/dates.test.ts']) {
      expect(importsOfOutsiders(edges({ 'app/shared/money.ts': [target] })), target).toHaveLength(1)
    }
    expect(importsOfOutsiders(edges({ 'bench/http.bench.ts': ['e2e/site.ts'] }))).toEqual([])
  })

  test('a ring between folders is found, however long', () => {
    const ring = edges({
      'app/platform/db/a.server.ts': ['app/platform/jobs/b.server.ts'],
      'app/platform/jobs/c.server.ts': ['app/platform/mail/d.server.ts'],
      'app/platform/mail/e.server.ts': ['app/platform/db/f.server.ts'],
    })
    expect(findCycles(ring)).toEqual(['app/platform/db > app/platform/jobs > app/platform/mail > app/platform/db'])
  })

  test('a folder and a file beside it make a ring too; two ends that never meet do not', () => {
    const ring = {
      'app/platform/services.server.ts': ['app/platform/mail/mail.server.ts'],
      'app/platform/mail/layout.server.ts': ['app/platform/services.server.ts'],
    }
    expect(findCycles(edges(ring))).toHaveLength(1)
    const fine = {
      'app/platform/services.server.ts': ['app/platform/mail/mail.server.ts'],
      'app/platform/mail/layout.server.ts': ['app/platform/config.server.ts'],
    }
    expect(findCycles(edges(fine))).toEqual([])
  })
})
