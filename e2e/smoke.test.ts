import { expectAccessibleAtEachWidth } from './axe.ts'
import { expect, test } from './page.ts'

test('a visitor who opens the site reads what it is about', async ({ visit }) => {
  const page = await visit('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Luxury Vacation Retreats')
})

test('the home page is accessible', async ({ visit }) => {
  await expectAccessibleAtEachWidth(visit, '/')
})
