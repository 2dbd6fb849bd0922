import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { filesOfPage, limitOf, readManifest, sizeProblems, weighBuild } from './page-sizes.ts'

const manifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/react.js'] },
  routes: {
    root: { id: 'root', module: '/assets/root.js', imports: ['/assets/react.js'] },
    shell: { id: 'shell', parentId: 'root', module: '/assets/shell.js', css: ['/assets/shell.css'] },
    home: { id: 'home', parentId: 'shell', module: '/assets/home.js', imports: ['/assets/card.js'] },
    search: { id: 'search', parentId: 'shell', module: '/assets/search.js', css: ['/assets/search.css'] },
    'pages/admin/today': { id: 'pages/admin/today', parentId: 'root', module: '/assets/today.js' },
  },
}

test('a page loads its entry, its route and all parent routes, each file once', () => {
  const files = ['entry.js', 'react.js', 'home.js', 'card.js', 'shell.js', 'shell.css', 'root.js']
  expect(filesOfPage(manifest, 'home')).toEqual(files.map((name) => `/assets/${name}`))
})

test('a build is measured by its compressed files, and is invalid without a manifest', () => {
  const client = mkdtempSync(path.join(tmpdir(), 'pc-budget-'))
  expect(() => readManifest(client)).toThrow('build first')
  for (const folder of ['assets', 'embed']) mkdirSync(path.join(client, folder))
  writeFileSync(path.join(client, 'assets/manifest-a1.js'), `window.__reactRouterManifest=${JSON.stringify(manifest)};`)
  writeFileSync(path.join(client, 'assets/app-a1.css'), '')
  for (const file of [
    ...filesOfPage(manifest, 'home'),
    ...filesOfPage(manifest, 'search'),
    '/assets/app-a1.css',
    '/assets/manifest-guests-a1.js',
    '/assets/manifest-operators-a1.js',
    '/assets/today.js',
    '/embed/stay.js',
    '/embed/save-button.js',
    '/embed/book.js',
  ]) {
    writeFileSync(path.join(client, `${file}.br`), 'x'.repeat(10))
  }
  expect(weighBuild(client).map(({ what, bytes }) => [what, bytes])).toEqual([
    ['home', 90],
    ['search', 90],
    ['pages/admin/today', 60],
    ['embed/book', 10],
    ['embed/search', 20],
  ])
  rmSync(client, { recursive: true })
})

const property = (bytes: number) => ({ what: 'home', bytes, files: [['/assets/home.js', bytes] as [string, number]] })

test('a page may grow by 2%, and not by a byte more', () => {
  expect(sizeProblems([property(10_200)], { home: 10_000 })).toEqual([])
  expect(sizeProblems([property(10_201)], { home: 10_000 })).toEqual([
    'home has 10201 bytes of scripts and styles, and had 10000, and may grow by 2%:\n    10.0 KB  /assets/home.js',
  ])
  expect(limitOf('home', { home: 10_000 })).toBe(10_200)
})

test('each page has a line, and each line is a page', () => {
  expect(sizeProblems([property(10)], {})).toEqual([expect.stringContaining('home has 10 bytes')])
  expect(sizeProblems([property(10)], {})[0]).toContain('has no line')
  expect(sizeProblems([], { home: 10 })).toEqual(['home has a line, and is no page.'])
})
