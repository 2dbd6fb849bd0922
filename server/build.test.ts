import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { digestOfSources, writeBillOfMaterials } from './build.ts'

const FILES = [
  'app/root.tsx',
  'app/styles/fonts/petrona.woff2',
  'app/ui/mark.svg',
  'public/robots.txt',
  'vite.config.ts',
  'react-router.config.ts',
  'vite/embed.config.ts',
]

let project = ''
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'pc-sources-'))
  for (const file of FILES) write(file, 'before')
})
afterEach(() => rmSync(project, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
  writeFileSync(path.join(project, file), text)
}

test.each(FILES)('a change of %s requires another release', (file) => {
  const before = digestOfSources(project)
  write(file, 'after')
  expect(digestOfSources(project)).not.toBe(before)
})

test.each(['app/root.test.tsx', 'docs/settings.md', 'vitest.config.ts', 'playwright.config.ts'])(
  'the release does not change with %s',
  (file) => {
    const before = digestOfSources(project)
    write(file, 'after')
    expect(digestOfSources(project)).toBe(before)
  },
)

test('the bill of materials has every library that the site runs with, and none of the tools', () => {
  const { name, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  writeBillOfMaterials(project)
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(path.join(project, 'sbom.cdx.json'), 'utf8'))
  const names = components.map((component: { name: string }) => component.name)
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', name])
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)))
  expect(names).not.toContain('vitest')
})

test('a machine without npm builds without the bill of materials, and says so', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.stubEnv('PATH', '/nowhere')
  const before = readdirSync(project)
  try {
    writeBillOfMaterials(project)
    expect(said.mock.calls.join()).toBe('No sbom.cdx.json was written: spawnSync npm ENOENT\n')
  } finally {
    vi.unstubAllEnvs()
    said.mockRestore()
  }
  expect(readdirSync(project)).toEqual(before)
})
