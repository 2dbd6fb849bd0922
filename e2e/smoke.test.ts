import { expectAccessibleAtEachWidth } from './axe.ts'
import { expect, test } from './page.ts'

test('a visitor who opens the site reads what it is about', async ({ visit }) => {
  const page = await visit('/')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Luxury Vacation Retreats')
})

test('the home page can be read and used by everyone', async ({ visit }) => {
  await expectAccessibleAtEachWidth(visit, '/')
})
