import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readManifest, scriptsOfPage, weighBuild } from '../bench/budgets.ts'

const manifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/react.js'] },
  routes: {
    root: { id: 'root', module: '/assets/root.js', imports: ['/assets/react.js'] },
    shell: { id: 'shell', parentId: 'root', module: '/assets/shell.js' },
    home: { id: 'home', parentId: 'shell', index: true, module: '/assets/home.js', imports: ['/assets/card.js'] },
    search: { id: 'search', parentId: 'shell', module: '/assets/search.js' },
    'pages/admin/today': { id: 'pages/admin/today', parentId: 'root', module: '/assets/today.js' },
  },
}

test('a page’s script consists of its entry, its route and all parent routes, each file once', () => {
  const files = ['entry', 'react', 'home', 'card', 'shell', 'root'].map((name) => `/assets/${name}.js`)
  expect(scriptsOfPage(manifest, 'home')).toEqual(files)
})

test('a build is measured by its compressed files, and is invalid without a manifest', () => {
  const client = mkdtempSync(path.join(tmpdir(), 'pc-budget-'))
  expect(() => readManifest(client)).toThrow('build first')
  for (const folder of ['assets', 'embed']) mkdirSync(path.join(client, folder))
  writeFileSync(path.join(client, 'assets/manifest-a1.js'), `window.__reactRouterManifest=${JSON.stringify(manifest)};`)
  for (const file of [
    ...scriptsOfPage(manifest, 'home'),
    '/assets/search.js',
    '/assets/manifest-a1.js',
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
    ['script of root', 40],
    ['script of shell', 50],
    ['script of the home page', 70],
    ['script of search', 60],
    ['script of pages/admin/today', 50],
    ['embed script', 20],
    ['booking script', 10],
  ])
  rmSync(client, { recursive: true })
})
