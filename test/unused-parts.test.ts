import { expect, test } from 'vitest'
import { withoutBody } from '../unused-router.config.ts'

test('a function without use fails with its name when it is called all the same', () => {
  const code = '\tasync function fetch(key) {\n\t\tif (key) {\n\t\t}\n\t}\n\tfunction next() {\n\t}'
  expect(withoutBody(code, 'fetch')).toBe(
    "\tasync function fetch(key) { throw Error('left out of the build: fetch') }\n\tfunction next() {\n\t}",
  )
})

test('a function that is gone, or there twice, is not taken for the one that was meant', () => {
  expect(withoutBody('function other() {\n}', 'fetch')).toBeNull()
  expect(withoutBody('function fetch() {\n}\nfunction fetch() {\n}', 'fetch')).toBeNull()
})
