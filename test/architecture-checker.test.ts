import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenArrows, brokenFeatureArrows, edgesOf, findCycles, importsOfOutsiders, kindOf } from './architecture.ts'
import { parseSource } from './source-tree.ts'

/** A little house: each file by its path, with the files it imports. */
function house(files: Record<string, string[]>) {
  const paths = new Set([...Object.keys(files), ...Object.values(files).flat()])
  const way = (file: string, target: string) => path.posix.relative(path.posix.dirname(file), target)
  const code = (file: string) => (files[file] ?? []).map((target) => `import './${way(file, target)}'`).join('\n')
  return [...paths].map((file) => parseSource(file, code(file)))
}
const edges = (files: Record<string, string[]>) => edgesOf(house(files))
const kind = (file: string, code = '') => kindOf(parseSource(file, code))

describe('the kinds of files', () => {
  test('a slice’s files are told apart by their names', () => {
    const folder = 'app/features/contact'
    expect(kind(`${folder}/contact.ts`)).toBe('feature')
    expect(kind(`${folder}/contact.server.ts`)).toBe('feature.server')
    expect(kind(`${folder}/contact.api.server.ts`)).toBe('api')
    expect(kind(`${folder}/contact.jobs.server.ts`)).toBe('jobs')
    expect(kind(`${folder}/contact.mail.tsx`)).toBe('mail')
    expect(kind(`${folder}/contact-form.tsx`)).toBe('component')
    expect(kind(`${folder}/spam.ts`)).toBe('part')
    expect(kind(`${folder}/spam.server.ts`)).toBe('part.server')
    expect(kind(`${folder}/contact.test.ts`)).toBe('outside')
  })

  test('a part that shows something is a component, whatever its ending', () => {
    expect(kind('app/features/contact/use-form.ts', `import { useState } from 'react'`)).toBe('component')
    expect(kind('app/features/embeds/stay.ts', `import { Search } from './search.tsx'`)).toBe('component')
  })

  test('a file outside the house has no kind', () => {
    expect(kind('app/models/guest.ts')).toBeNull()
    expect(kind('scripts/guest.ts')).toBeNull()
  })
})

describe('arrows', () => {
  const arrow = { from: ['component' as const], to: ['own feature' as const, 'ui' as const, 'shared' as const] }

  test('what the line names may be imported, and the same kind in the same feature', () => {
    const fine = edges({
      'app/features/contact/contact-form.tsx': [
        'app/features/contact/contact.ts',
        'app/features/contact/field-list.tsx',
        'app/ui/button.tsx',
        'app/shared/dates.ts',
      ],
    })
    expect(brokenArrows(fine, arrow)).toEqual([])
  })

  test('anything else is told with both ends', () => {
    const wrong = edges({ 'app/features/contact/contact-form.tsx': ['app/features/contact/contact.server.ts'] })
    expect(brokenArrows(wrong, arrow)).toEqual([
      'app/features/contact/contact-form.tsx (component) imports app/features/contact/contact.server.ts (feature.server)',
    ])
    expect(
      brokenArrows(edges({ 'app/ui/button.tsx': ['app/features/contact/contact.ts'] }), {
        from: ['ui'],
        to: ['shared'],
      }),
    ).toHaveLength(1)
  })

  test('an own file is one of the same feature', () => {
    const wrong = { 'content/load.ts': ['app/features/contact/contact.ts'] }
    expect(brokenArrows(edges(wrong), { from: ['content'], to: ['own feature'] })).toHaveLength(1)
    expect(brokenArrows(edges(wrong), { from: ['content'], to: ['feature'] })).toEqual([])
  })

  test('a folder can be named, and nothing beside it', () => {
    const mail = (target: string) => edges({ 'app/features/bookings/bookings.mail.tsx': [target] })
    const line = { from: ['mail' as const], to: ['app/platform/mail/' as const] }
    expect(brokenArrows(mail('app/platform/mail/layout.tsx'), line)).toEqual([])
    expect(brokenArrows(mail('app/platform/config.server.ts'), line)).toHaveLength(1)
  })
})

describe('features', () => {
  const across = (from: string, to: string) => edges({ [`app/features/${from}`]: [`app/features/${to}`] })

  test('a feature uses another that its line names, by the front doors', () => {
    const door = across('bookings/bookings.server.ts', 'availability/availability.server.ts')
    expect(brokenFeatureArrows(door, 'bookings', ['availability'])).toEqual([])
    expect(brokenFeatureArrows(across('bookings/quote.tsx', 'media/picture.tsx'), 'bookings', ['media'])).toEqual([])
  })

  test('no other feature, no back door, and no server code from a component', () => {
    const wrongWay = across('availability/availability.server.ts', 'bookings/bookings.server.ts')
    expect(brokenFeatureArrows(wrongWay, 'availability', ['properties'])).toHaveLength(1)
    const backDoor = across('bookings/bookings.server.ts', 'availability/nights.server.ts')
    expect(brokenFeatureArrows(backDoor, 'bookings', ['availability'])).toHaveLength(1)
    const leak = across('bookings/quote.tsx', 'availability/availability.server.ts')
    expect(brokenFeatureArrows(leak, 'bookings', ['availability'])).toHaveLength(1)
  })
})

describe('outsiders and rings', () => {
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
