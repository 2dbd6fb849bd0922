import { expect, test } from 'vitest'
import { withoutElements } from '../unused-react.config.ts'
import { withoutBody } from '../unused-router.config.ts'

const MADE = `
function create(type) {
  switch (type) {
    case REACT_SHOWN_TYPE:
      return (fiber = createFiberImplClass(13, null));
    case REACT_HIDDEN_TYPE:
      return (fiber = createFiberImplClass(30, null));
  }
}`

/** One line of what is left of a function once the elements whose fibers have the tag 30 are gone. */
function left(code: string): string {
  const whole = withoutElements(MADE + code, ['REACT_HIDDEN_TYPE']).code
  return whole.slice(whole.lastIndexOf('function')).replace(/\s+/g, ' ')
}

test('an element that no page makes can no longer be made, and others can', () => {
  const { code, met } = withoutElements(MADE, ['REACT_HIDDEN_TYPE'])
  expect(code).toContain('createFiberImplClass(13')
  expect(code).not.toContain('createFiberImplClass(30')
  expect([...met]).toEqual([[30, 0]])
})

test('a branch for it alone goes, and what follows it stays', () => {
  expect(left('function work(fiber) { switch (fiber.tag) { case 30: a(); break; case 5: b(); } }')).toBe(
    'function work(fiber) { switch (fiber.tag) { case 5: b(); } }',
  )
})

test('a branch that others share, or fall into, keeps all but the label', () => {
  expect(left('function work(f) { switch (f.tag) { case 5: case 30: both(); } }')).toBe(
    'function work(f) { switch (f.tag) { case 5: both(); } }',
  )
  expect(left('function work(f) { switch (f.tag) { case 5: if (x) break; case 30: both(); } }')).toBe(
    'function work(f) { switch (f.tag) { case 5: if (x) break; both(); } }',
  )
  expect(left('function work(f) { switch (f.tag) { case 4: break; case 30: case 5: both(); } }')).toBe(
    'function work(f) { switch (f.tag) { case 4: break; case 5: both(); } }',
  )
})

test('a name that a branch declares for its whole function stays declared', () => {
  expect(left('function work(f) { switch (f.tag) { case 30: var a = 1; break; case 5: a = 2; } }')).toBe(
    'function work(f) { switch (f.tag) { case void 0: var a; case 5: a = 2; } }',
  )
})

test('a comparison with the tag is decided, and the same number elsewhere is left alone', () => {
  expect(left('function work(f) { return 30 === f.tag || f.tag !== 30 || 30 === f.lanes }')).toBe(
    'function work(f) { return !1 || !0 || 30 === f.lanes }',
  )
})

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
