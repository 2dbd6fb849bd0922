import { describe, expect, test } from 'vitest'
import {
  anchorsOf,
  badlyNamed,
  badPaths,
  deadLinks,
  deadReferences,
  drawers,
  linksOf,
  namesOneMachine,
  pathsOf,
  readsEnvironment,
  readsPrintedDates,
  sizes,
} from './house-rules.ts'
import { parseSource } from './source-tree.ts'

describe('imports', () => {
  const from = (file: string, specifier: string) => badPaths(parseSource(file, `import '${specifier}'`))

  test('inside a slice by ./, outside it by #app', () => {
    expect(from('app/features/contact/contact-form.tsx', './contact.ts')).toEqual([])
    expect(from('app/features/bookings/quotes/quote.ts', '../bookings.ts')).toEqual([])
    expect(from('app/features/contact/contact.ts', '#app/shared/dates.ts')).toEqual([])
    expect(from('app/root.tsx', './styles/site.css?url')).toEqual([])
    expect(from('app/pages/home.tsx', './+types/home')).toEqual([])
    expect(from('e2e/weight.test.ts', '../bench/budgets.ts')).toEqual([])
  })

  test('never two folders up, out of the slice, or without an ending', () => {
    expect(from('app/features/contact/contact.ts', '../../shared/dates.ts')).toHaveLength(1)
    expect(from('app/features/contact/contact.ts', '../bookings/bookings.ts')).toHaveLength(1)
    expect(from('app/ui/button.tsx', '../shell/header.tsx')).toHaveLength(1)
    expect(from('e2e/site.ts', '../server/build.ts')).toHaveLength(1)
    expect(from('app/features/contact/contact-form.tsx', './contact')).toHaveLength(1)
    expect(from('app/ui/button.tsx', '#app/shared/dates')).toHaveLength(1)
  })

  test('types, re-exports, dynamic imports and workers are seen', () => {
    const code = `
      import type { A } from './a.ts'
      export * from './b.ts'
      export { c } from './c.ts'
      type D = import('./d.ts').D
      const e = () => import('./e.ts')
      const f = new Worker(new URL('./f.ts', import.meta.url))
      const text = "import './not.ts'"`
    const file = parseSource('app/shared/x.ts', code)
    expect(file.imports.map(({ target }) => target?.slice('app/shared/'.length))).toEqual([
      'a.ts',
      'b.ts',
      'c.ts',
      'd.ts',
      'e.ts',
      'f.ts',
    ])
  })

  test('a barrel is a file of nothing but re-exports', () => {
    expect(parseSource('a.ts', `export * from './b.ts'\nexport { c } from './c.ts'`).barrel).toBe(true)
    expect(parseSource('a.ts', `import { b } from './b.ts'\nexport { b }`).barrel).toBe(true)
    expect(parseSource('a.ts', `export * from './b.ts'\nexport const c = 1`).barrel).toBe(false)
    expect(parseSource('a.ts', `import './b.ts'`).barrel).toBe(false)
  })
})

describe('names', () => {
  test('drawers are found as file, folder and last word', () => {
    const bad = [
      'app/utils/date.ts',
      'app/shared/helpers.ts',
      'app/shared/date-utils.ts',
      'app/booking-manager.server.ts',
      'app/data/x.ts',
    ]
    expect(drawers([...bad, 'app/shared/structured-data.ts', 'app/shared/dates.ts'])).toEqual(bad)
  })

  test('kebab-case, and the customary names in capitals', () => {
    const good = [
      'README.md',
      '.ci/run',
      '.gitignore',
      'app/entry.client.tsx',
      'db/migrations/0001_initial.sql',
      'docs/decisions/001-the-house.md',
    ]
    const bad = ['app/ui/Button.tsx', 'app/ui/date_picker.tsx', 'app/Shell/header.tsx']
    expect(badlyNamed([...good, ...bad])).toEqual(bad)
  })
})

describe('sizes', () => {
  test('the middle, the ninth in ten, and the longest first', () => {
    const files = Array.from({ length: 10 }, (_, index) => ({ path: `${index}.ts`, lines: (index + 1) * 10 }))
    const measured = sizes(files)
    expect([measured.median, measured.p90, measured.longest[0]?.lines]).toEqual([50, 90, 100])
    expect(sizes([])).toEqual({ median: 0, p90: 0, longest: [] })
  })
})

describe('texts', () => {
  test('reading the environment is found in each of its spellings', () => {
    for (const code of [
      'process.env.PORT',
      'const { PORT } = process.env',
      `process['env']`,
      `import { env } from 'node:process'`,
    ]) {
      expect(readsEnvironment(code), code).toBe(true)
    }
    expect(readsEnvironment('processEnvelope(environment)')).toBe(false)
  })

  test('dates that a locale prints for a program are found in each of their spellings', () => {
    for (const code of [
      ['new Date().toLocale', 'DateString()'].join(''),
      ['at?.toLocale', 'TimeString()'].join(''),
      ["new Intl.DateTimeFormat('en", "CA', { timeZone })"].join('-'),
      ['at.toLocaleString("sv', 'SE")'].join('-'),
    ]) {
      expect(readsPrintedDates(code), code).toBe(true)
    }
    expect(
      readsPrintedDates(`new Intl.DateTimeFormat('en-US').formatToParts(at); (7000).toLocaleString('en-US')`),
    ).toBe(false)
  })

  test('registries and folders of one machine are found', () => {
    const named = [
      ['https://registry', 'npmjs', 'org/react'].join('.'),
      ['http://deb', 'debian', 'org/debian'].join('.'),
      ['see ', 'work', 'main/README.md'].join('/'),
      ['see ..', 'shared', 'spec.md'].join('/'),
      ["open('", 'home', "mia/x')"].join('/'),
    ]
    expect(named.filter((line) => namesOneMachine(line).length === 0)).toEqual([])
    expect(namesOneMachine("import { x } from '#app/shared/dates.ts' // guests work/play at home/abroad")).toEqual([])
  })
})

describe('documents', () => {
  test('relative links and images are found, code and other sites are not', () => {
    const page =
      '[a](../README.md#top) ![b](shots/home.jpg) <img src="/docs/c.png"> [d](https://example.com) [e](#here) `[f](g.md)`'
    expect(linksOf('docs/page.md', page)).toEqual([
      { file: 'README.md', anchor: 'top' },
      { file: 'docs/shots/home.jpg', anchor: '' },
      { file: 'docs/page.md', anchor: 'here' },
      { file: 'docs/c.png', anchor: '' },
    ])
  })

  test('paths in code marks are found, commands and blocks are not', () => {
    const page = '`app/root.tsx` and `docs/`, `npm test -- app/shared/dates.test.ts`\n```\n`app/none.ts`\n```\n'
    expect(pathsOf(page)).toEqual(['app/root.tsx', 'docs/'])
  })

  test('headings have the anchors that GitHub gives them', () => {
    const page = '# `npm start` & Co.\n\n## Take [a backup](x.md)\n\n```sh\n# no heading\n```\n\n## Take a backup\n'
    expect(anchorsOf(page)).toEqual(['npm-start--co', 'take-a-backup', 'take-a-backup-1'])
  })

  test('a link to a missing file or heading is refused', () => {
    const pages = new Map([
      [
        'README.md',
        '# Site\n[a](docs/b.md#two) [c](docs/b.md#three) [d](docs/none.md) [e](LICENSE) [f](#site) [g](#no)',
      ],
      ['docs/b.md', '## Two'],
    ])
    expect(deadLinks(pages, (file) => file === 'LICENSE')).toEqual([
      'README.md: docs/b.md#three',
      'README.md: docs/none.md',
      'README.md: README.md#no',
    ])
  })

  test('a reference leads to a page that is there, and a rule is stated and not numbered', () => {
    const pages = ['docs/decisions/011-one-table.md', 'docs/features/search.md']
    expect(deadReferences('One table (docs/decisions/011, docs/features/search.md).', pages)).toEqual([])
    expect(deadReferences('The decision of 2027 and a LocationFeatureSpecification.', pages)).toEqual([])
    expect(deadReferences('Elsewhere (docs/decisions/099).', pages)).toEqual(['docs/decisions/099'])
    expect(deadReferences('Elsewhere (docs/features/find.md).', pages)).toEqual(['docs/features/find.md'])
    expect(deadReferences('As the specification says (decision 13).', pages)).toEqual([
      'the specification',
      'decision 13',
    ])
  })
})
