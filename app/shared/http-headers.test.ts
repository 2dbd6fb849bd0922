import { expect, test } from 'vitest'
import { acceptedNames, matchesTag } from './http-headers.ts'

test('a browser accepts what it lists, in any case and with any weight except 0', () => {
  expect([...acceptedNames('gzip, deflate;q=0.5,BR ; Q=1.0')]).toEqual(['gzip', 'deflate', 'br'])
  expect([...acceptedNames('image/avif;q=0, image/webp;q=0.000, image/png;level=1;q=0, */*;q=0.1')]).toEqual(['*/*'])
  expect([...acceptedNames('br;q=0.01')]).toEqual(['br'])
})

test('a browser that lists nothing accepts nothing by name', () => {
  for (const header of [undefined, '', ' ', ',,', ';q=1']) expect(acceptedNames(header).size).toBe(0)
})

test('an entity tag is matched by its text, weak or strong, alone or in a list', () => {
  for (const header of ['"a"', 'W/"a"', '"b", W/"a"', ' "a" ,"b"', '*']) {
    expect(matchesTag(header, '"a"'), header).toBe(true)
    expect(matchesTag(header, 'W/"a"'), header).toBe(true)
  }
  for (const header of [undefined, '', 'a', '"A"', '"ab"', 'w/"a"', '"*"'])
    expect(matchesTag(header, '"a"'), header).toBe(false)
})
