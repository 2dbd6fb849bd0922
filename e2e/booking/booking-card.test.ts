import type { Page } from '@playwright/test'
import { addDays } from '#app/shared/dates.ts'
import { bookingFrame, frameTotal, untilHydrated } from '../booking-frame.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'
import { layoutShift, untilPainted } from '../painting.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, nightsOf, pathOf, propertyOf } from '../stays.ts'

for (const width of [390, 820, 1440])
  test(`at ${width} pixels nothing shifts when the booking frame comes late: without a stay, with one, and with one that can’t be had`, {
    tag: width === 390 ? [] : '@slow',
  }, async ({ visit }) => {
    // Here its fonts come in: later ones would shift what is measured.
    const page = await visit('/contact', { width })
    const stay = await freeStay('lake-keowee')
    const taken =
      (await nightsOf('lake-keowee')).find(({ state }, index) => index >= 14 && state === 'taken')?.date ?? ''
    const refused = [
      { ...stay, checkIn: taken, checkOut: addDays(taken, 4) },
      { ...stay, checkOut: addDays(stay.checkIn, 1) },
      { ...stay, adults: 40 },
    ]
    for (const path of [
      propertyOf('lake-keowee').path,
      ...[stay, ...refused.slice(0, process.env.TEST_ALL ? undefined : 1)].map((one) => pathOf('lake-keowee', one)),
    ]) {
      const release = await holdRequests(page, '**/embed/book/**')
      await page.goto(siteUrl() + path, { waitUntil: 'domcontentloaded' })
      await untilHydrated(page)
      // The card's end and what follows are in the window, where a change of its height would be seen.
      await page.locator('#book').evaluate((card) => window.scrollBy(0, card.getBoundingClientRect().bottom - 500))
      await untilPainted(page)
      release()
      const frame = await bookingFrame(page)
      await expect(frame.locator('.booking-act')).toBeVisible()
      expect([path, await layoutShift(page), await layoutShift(frame)]).toEqual([path, 0, 0])
    }
  })

/** Scrolls through the page. Returns where not exactly one of card and bar shows the total, and how often the card did. */
async function scrollThrough(page: Page): Promise<{ wrong: number[]; byCard: number }> {
  return page.evaluate(async () => {
    const bar = document.querySelector('.booking-bar')
    const frame = document.querySelector<HTMLIFrameElement>('#book iframe')
    const act = frame?.contentDocument?.querySelector('.booking-act')
    if (!bar || !frame || !act) throw new Error('There is no bar or card.')
    const isCard = () => {
      const { top, bottom, height } = act.getBoundingClientRect()
      const above = frame.getBoundingClientRect().top
      return height > 0 && above + top >= -1 && above + bottom <= window.innerHeight + 1
    }
    const isOne = () => bar.checkVisibility({ visibilityProperty: true }) !== isCard()
    // The bar comes and goes with messages of the frame.
    const untilOne = async () => {
      for (const end = Date.now() + 10_000; Date.now() < end; await new Promise(requestAnimationFrame))
        if (isOne()) return true
      return false
    }
    const found = { wrong: [] as number[], byCard: 0 }
    const end = document.documentElement.scrollHeight - window.innerHeight
    for (let top = 0; top <= end; top += 300) {
      window.scrollTo(0, top)
      if (!(await untilOne())) found.wrong.push(top)
      if (isCard()) found.byCard += 1
    }
    return found
  })
}

test('at each width, 720 pixels high, the card or the bar shows total and button wherever the page is scrolled, and large letters do not fill the window', async ({
  visit,
}) => {
  const page = await visit(pathOf('large-luxury', await freeStay('large-luxury')))
  const frame = await bookingFrame(page)
  await expect(frame.locator('.booking-act')).toBeVisible()
  for (const width of process.env.TEST_ALL ? [1440, 820, 390] : [1440, 390])
    await test.step(`${width}`, async () => {
      await page.setViewportSize({ width, height: 720 })
      const { wrong, byCard } = await scrollThrough(page)
      expect(wrong).toEqual([])
      // Beside the text the card is sticky: it stays for most of the page.
      expect(byCard).toBeGreaterThan(width === 1440 ? 5 : 0)
    })
  expect(await frameTotal(frame).textContent()).toBe(await page.locator('.booking-bar strong').textContent())

  await page.evaluate(() => {
    window.scrollTo(0, 0)
    document.documentElement.style.fontSize = '200%'
  })
  await expect(page.locator('.booking-bar')).toBeVisible()
  expect((await page.locator('.booking-bar .button').first().boundingBox())?.height).toBeLessThan(150)
})
