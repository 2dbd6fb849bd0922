import { expect, test } from './page.ts'
import { elementOf, readHtml, textOf } from './served-html.ts'

test('a visitor who opens the site reads what it is about', async () => {
  expect(textOf(elementOf(await readHtml('/'), 'h1'))).toBe('Luxury Vacation Retreats')
})
