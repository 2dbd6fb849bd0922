import type { Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'

/** The words of what the bar covers in this part of the page now, fields and buttons alone. */
const covered = (page: Page, within: string) =>
  page.evaluate((part) => {
    const bar = document.querySelector('.notice')?.getBoundingClientRect()
    if (!bar) return ['no bar']
    const stops = [
      ...document.querySelectorAll<HTMLElement>(`${part} :is(a, button, input, select, textarea, summary)`),
    ]
    return stops
      .filter((stop) => stop.checkVisibility())
      .filter((stop) => {
        const { top, bottom, left, right } = stop.getBoundingClientRect()
        return top < bar.bottom && bottom > bar.top && left < bar.right && right > bar.left
      })
      .map((stop) => stop.textContent || stop.getAttribute('name'))
  }, within)

/** The number of pixels by which this part of the page reaches below the top of the bar. */
const overlap = (page: Page, part: string) =>
  page.evaluate((within) => {
    const [own, bar] = [within, '.notice'].map((one) => document.querySelector(one)?.getBoundingClientRect())
    return own && bar ? own.bottom - bar.top : Number.NaN
  }, part)

test('a form that adds keeps all while it is refused, and is closed and empty once saved; the bar after it covers no form, at each width, by keyboard too', async ({
  visit,
}) => {
  const page = await visit('/admin/homes/lake-keowee/prices', { width: 390, expected: [/^400 POST .*\/prices/] })
  await untilHydrated(page)
  for (const width of process.env.TEST_ALL ? [390, 820, 1440] : [390, 1440]) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
    await page.getByText('Add a fee', { exact: true }).press('Enter')
    const form = page.locator('details', { has: page.getByText('Add a fee', { exact: true }) })
    await expect(form.getByLabel('Name')).toHaveValue('')
    await form.getByLabel('Name').fill(`Kayak ${width} ${test.info().retry}`)
    await form.getByLabel('Amount').fill('free')
    await form.getByRole('button', { name: 'Add the fee' }).press('Enter')
    await expect(form.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('Name')).toHaveValue(`Kayak ${width} ${test.info().retry}`)
    await form.getByLabel('Amount').fill('20')
    await form.getByRole('button', { name: 'Add the fee' }).press('Enter')
    await page.getByRole('rowheader', { name: `Kayak ${width} ${test.info().retry}` }).waitFor()
    await expect(form.getByLabel('Name')).not.toBeVisible()
    const bar = page.locator('.notice')
    await bar.waitFor()
    // While the pointer is over it, it stays.
    await bar.hover()
    await expect(page.getByText(`Edit Kayak ${width} ${test.info().retry}`)).toBeFocused()
    for (let press = 0; press < 7; press += 1) {
      const focus = await page.evaluate(() => {
        const [stop, bar] = [document.activeElement, document.querySelector('.notice')]
        if (!stop || !bar || bar.contains(stop)) return 'free'
        const [own, other] = [bar.getBoundingClientRect(), stop.getBoundingClientRect()]
        const isOver =
          other.top < own.bottom && other.bottom > own.top && other.left < own.right && other.right > own.left
        return isOver ? stop.textContent : 'free'
      })
      expect(focus).toBe('free')
      await page.keyboard.press('Tab')
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    expect(await covered(page, '#main'), 'the end of the page').toEqual([])
    // At a desk the places scroll above it.
    if (width < 1024) expect(await covered(page, '.admin-places'), 'the places').toEqual([])
    else expect(await overlap(page, '.admin-places'), 'the places').toBeLessThanOrEqual(0)
    await page.evaluate(() => window.scrollTo(0, 0))
    if (width > 1024) expect(await covered(page, '#main'), 'the beginning of the page').toEqual([])
    await bar.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone:').waitFor()
  }
})
