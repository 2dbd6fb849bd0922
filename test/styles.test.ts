import { expect, test } from 'vitest'
import { listFiles, readText } from './repository.ts'

const definitions = readText('app/styles/breakpoints.css')
const stylesheets = listFiles().filter((file) => /^app\/.*\.css$/.test(file) && !file.endsWith('/breakpoints.css'))

test('a stylesheet asks for a width of the window by its name', () => {
  const names = new Set(definitions.match(/(?<=@custom-media )--[\w-]+/g))
  const unnamed = stylesheets.flatMap((file) =>
    (readText(file).match(/(?<=@media )[^{]+/g) ?? [])
      .filter((query) => /\bwidth\b/.test(query) || (query.match(/--[\w-]+/g) ?? []).some((name) => !names.has(name)))
      .map((query) => `${file}: ${query.trim()}`),
  )
  expect(unnamed).toEqual([])
})

test('a size is compared with < and >=, never with min- or max-', () => {
  const prefixed = /@(?:media|container)[^{]*\((?:min|max)-/
  expect(stylesheets.filter((file) => prefixed.test(readText(file)))).toEqual([])
})

test('scripts and images ask for the same widths by their names', () => {
  const constants = readText('app/shared/breakpoints.ts').matchAll(/const (\w+) = '(.+)'/g)
  for (const [, name = '', query] of constants) {
    const named = name.replace('MAX_', 'max-').replace('XXL', '2xl').toLowerCase()
    expect(definitions).toContain(`@custom-media --${named} ${query};`)
  }
  const code = listFiles().filter((file) => /^app\/.*\.tsx?$/.test(file) && file !== 'app/shared/breakpoints.ts')
  expect(code.filter((file) => /\((?:(?:min|max)-width:|width [<>])/.test(readText(file)))).toEqual([])
})

test('utilities for a width of the window mean the named ones', () => {
  for (const [, name, width] of readText('app/styles/app.css').matchAll(/--breakpoint-(\w+): (\w+);/g)) {
    if (width !== 'initial') expect(definitions).toContain(`@custom-media --${name} (width >= ${width});`)
  }
})
