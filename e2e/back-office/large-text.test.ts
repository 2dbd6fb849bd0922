import { expect, test } from '../page.ts'

test('on a phone with letters of twice the size, Today is as wide as the screen', async ({ visit }) => {
  const page = await visit('/admin', { width: 390 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
