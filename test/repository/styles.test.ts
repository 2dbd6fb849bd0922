import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

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

/** Parts of a selector between characters outside of brackets. */
function divide(selector: string, at: RegExp): string[] {
  let depth = 0
  const parts = ['']
  for (const char of selector) {
    if (/[([]/.test(char)) depth += 1
    if (/[)\]]/.test(char)) depth -= 1
    if (depth === 0 && at.test(char)) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** The classes of the elements that a selector matches, without those around them or in `:has()` and `:not()`. */
function styledClasses(selectors: string): string[] {
  return divide(selectors, /,/).flatMap((selector) => {
    const element = divide(selector, /[\s>+~]/).at(-1) ?? ''
    const [own = ''] = element.split(/:(?:is|where|not|has|nth)/)
    const inner = [...element.matchAll(/:(?:is|where)\((.*?)\)(?=$|[:.[])/g)].flatMap(([, list = '']) =>
      styledClasses(list),
    )
    return [...(own.match(/(?<=\.)[a-z][\w-]*/g) ?? []), ...inner]
  })
}

test('a selector styles its last element', () => {
  expect(styledClasses('.card:has(.image) > .title:not(.long), .card .line:is(.lit, .dark)::after')).toEqual([
    'title',
    'line',
    'lit',
    'dark',
  ])
})

/** Styled in several files, too: the print of a page, and the change to another page. */
const WHOLE_PAGES = /\/(?:print|page-change)\.css$/
/** A shadow root has its own link. Classes of the upload window's library are not ours. */
const SEVERAL = /^(?:link$|uppy-)/

test('a class is styled in one file', () => {
  const files = new Map<string, Set<string>>()
  for (const file of stylesheets.filter((file) => !WHOLE_PAGES.test(file))) {
    const css = readText(file).replace(/\/\*[\s\S]*?\*\/|"[^"]*"|url\([^)]*\)/g, '')
    for (const [, selectors = ''] of css.matchAll(/([^{};]+)\{/g)) {
      if (selectors.trim().startsWith('@')) continue
      for (const name of styledClasses(selectors)) files.set(name, (files.get(name) ?? new Set()).add(file))
    }
  }
  expect(files.size).toBeGreaterThan(400)
  const several = [...files].filter(([name, where]) => where.size > 1 && !SEVERAL.test(name))
  expect(several.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([])
})
