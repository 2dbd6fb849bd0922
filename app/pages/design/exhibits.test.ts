import { expect, test } from 'vitest'
import { EXHIBITS } from './exhibits.ts'

const modules = import.meta.glob<Record<string, unknown>>(['/app/ui/*.tsx', '!/app/ui/*.test.tsx'], { eager: true })

const components = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported)
    .filter(([name, value]) => typeof value === 'function' && /^[A-Z]/.test(name))
    .map(([name, value]) => ({ name: `${name} of ${file.slice(1)}`, value })),
)

test('every part of app/ui is shown on the page of design', () => {
  const shown = new Set<unknown>(EXHIBITS.flatMap(({ of }) => of))
  expect(components.length).toBeGreaterThan(10)
  expect(components.filter(({ value }) => !shown.has(value)).map(({ name }) => name)).toEqual([])
})

test('no two parts go by one title', () => {
  const titles = EXHIBITS.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})
