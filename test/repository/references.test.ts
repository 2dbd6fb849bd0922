import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { forbidden } from '../../dependency-cruiser.config.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { listFiles, readText } from './files.ts'
import { anchorsOf, deadLinks, deadReferences, linksOf, namesOneMachine, pathsOf } from './references.ts'

const root = path.resolve(import.meta.dirname, '../..')
const files = listFiles()

test('no file names a package registry or a path of one machine', () => {
  const readable = files.filter((file) => !/\.(?:avif|webp|jpe?g|png|ico|woff2?|gz|br)$/.test(file))
  const named = readable.flatMap((file) =>
    namesOneMachine(readText(file)).map((line) => `${file}: ${line.trim().slice(0, 120)}`),
  )
  expect(named).toEqual([])
})

test('references lead to existing pages', () => {
  const pages = files.filter((file) => file.startsWith('docs/'))
  // Migrations are never edited, and this rule’s own file and test contain what it refuses.
  const checked = files.filter(
    (file) => /\.(?:tsx?|mjs|css|md)$/.test(file) && !/^test\/repository\/references\./.test(file),
  )
  const dead = checked.flatMap((file) => deadReferences(readText(file), pages).map((found) => `${file}: ${found}`))
  expect(dead).toEqual([])
})

test('links in the documents lead to existing files and headings', () => {
  const pages = new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, readText(file)]))
  expect(deadLinks(pages, (file) => existsSync(path.join(root, file)))).toEqual([])
})

test('paths in the documents exist', () => {
  const pages = files.filter((file) => file.endsWith('.md'))
  const dead = pages.flatMap((page) =>
    pathsOf(readText(page))
      .filter((named) => !existsSync(path.join(root, named)))
      .map((named) => `${page}: ${named}`),
  )
  expect(dead).toEqual([])
})

test('the allowed imports in docs/architecture.md match the enforced ones', () => {
  const listed = readText('docs/architecture.md').match(/^[\w -.]+ -> .+$/gm)
  expect(listed).toEqual(forbidden.map(({ name }) => name).filter((name) => name.includes(' -> ')))
})

test('scripts in the documents are in package.json', () => {
  const pages = files.filter((file) => file.endsWith('.md'))
  const missing = pages.flatMap((page) =>
    [...readText(page).matchAll(/\bnpm run ([\w:-]+)/g)]
      .filter(([, script = '']) => !(script in packageJson.scripts))
      .map(([found]) => `${page}: ${found}`),
  )
  expect(missing).toEqual([])
})

test('the variables in docs/embedding.md are design tokens', () => {
  const [, style = ''] = /^```css\n(.*?)^```/ms.exec(readText('docs/embedding.md')) ?? []
  const offered = style.match(/--[a-z-]+/g) ?? []
  expect(offered).not.toEqual([])
  expect(offered.filter((name) => !readText('app/styles/tokens.css').includes(`  ${name}:`))).toEqual([])
})

test('the indexes of docs/decisions and docs/features name every page, decisions by their title', () => {
  const pages = files.filter(
    (file) => /^docs\/(?:decisions|features)\/.*\.md$/.test(file) && !file.endsWith('/README.md'),
  )
  const missing = pages.filter((page) => {
    const title = /^# \d+\. (.*)/.exec(readText(page))?.[1]
    const link = title ? `[${title}](${path.basename(page)})` : `](${path.basename(page)})`
    return !readText(path.join(path.dirname(page), 'README.md')).includes(link)
  })
  expect(missing).toEqual([])
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
    ['README.md', '# Site\n[a](docs/b.md#two) [c](docs/b.md#three) [d](docs/none.md) [e](LICENSE) [f](#site) [g](#no)'],
    ['docs/b.md', '## Two'],
  ])
  expect(deadLinks(pages, (file) => file === 'LICENSE')).toEqual([
    'README.md: docs/b.md#three',
    'README.md: docs/none.md',
    'README.md: README.md#no',
  ])
})

test('a reference leads to an existing page, and a rule is stated instead of numbered', () => {
  const pages = ['docs/decisions/011-one-table.md', 'docs/features/search.md']
  expect(deadReferences('One table (docs/decisions/011, docs/features/search.md).', pages)).toEqual([])
  expect(deadReferences('The decision of 2027 and a LocationFeatureSpecification.', pages)).toEqual([])
  expect(deadReferences('Elsewhere (docs/decisions/099).', pages)).toEqual(['docs/decisions/099'])
  expect(deadReferences('Elsewhere (docs/features/find.md).', pages)).toEqual(['docs/features/find.md'])
  expect(deadReferences('As the specification says (decision 13).', pages)).toEqual([
    'the specification',
    'decision 13',
  ])
  expect(deadReferences('Nothing is retried (section 9), as in RFC 9112 (section 3.2).', pages)).toEqual(['section 9'])
  expect(deadReferences('The timeouts of RFC 5321, section 4.5.3.2.', pages)).toEqual([])
})
