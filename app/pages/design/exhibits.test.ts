import { expect, test } from 'vitest'
import { readText } from '#test/repository/files.ts'
import { EXHIBITS } from './exhibits.ts'

const modules = import.meta.glob<Record<string, unknown>>(['/app/ui/**/*.tsx', '!/app/ui/**/*.test.tsx'], {
  eager: true,
})

const components = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported)
    .filter(([name, value]) => typeof value === 'function' && /^[A-Z]/.test(name))
    .map(([name, value]) => ({ name: `${name} of ${file.slice(1)}`, value })),
)

test('every component of app/ui is on the design page', () => {
  const shown = new Set<unknown>(EXHIBITS.flatMap(({ of }) => of))
  expect(components.length).toBeGreaterThan(10)
  expect(components.filter(({ value }) => !shown.has(value)).map(({ name }) => name)).toEqual([])
})

test('component titles are unique', () => {
  const titles = EXHIBITS.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})

test('every variant of a button is on the design page', () => {
  const shown = EXHIBITS.find(({ title }) => title === 'Button')?.states.map(({ name }) => name)
  const variants = [...readText('app/ui/button.css').matchAll(/\.button(?:-|\[data-)(\w+)/g)].map(([, name]) => name)
  expect(variants).toContain('link')
  expect(shown).toEqual(expect.arrayContaining(variants))
})
