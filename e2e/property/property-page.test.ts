import type { Locator, Page } from '@playwright/test'
import { addDays } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { bookingFrame, frameTotal, untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, nightsOf, pathOf, propertyOf, SLUGS, type Slug, totalsOf } from '../stays.ts'

type Box = { left: number; right: number; top: number; bottom: number }

const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return { left, right, top, bottom }
      }),
  )

for (const slug of SLUGS)
  test(`the map of ${slug} is readable on a phone: every label is inside, and none overlap`, async ({ visit }) => {
    const page = await visit(propertyOf(slug).path, { width: 390 })
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const [map] = await boxesOf(page, '.place-map')
      const names = await boxesOf(page, '.map-place .map-name')
      const home = await boxesOf(page, '.map-property > svg')
      // Where they have no room, the list beside the map has them all.
      if (width === 320) expect(names).toEqual([])
      else expect(names.length).toBeGreaterThanOrEqual(5)
      for (const [index, name] of names.entries()) {
        expect(name.left, `${width}`).toBeGreaterThanOrEqual((map?.left ?? 0) - 1)
        expect(name.right, `${width}`).toBeLessThanOrEqual((map?.right ?? 0) + 1)
        const over = [...names.slice(index + 1), ...home].filter((other) => overlap(name, other))
        expect(over, `${width}`).toEqual([])
      }
    }
  })

for (const slug of SLUGS)
  test(`no name on the map of ${slug} lies over water`, async ({ visit }) => {
    const page = await visit(propertyOf(slug).path, { width: 390 })
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.locator('.place-map').evaluate(namesOverWater), `${width}`).toEqual([])
    }
  })

/** The names with a point over water, a grid of each name's box in the units of the drawing. */
function namesOverWater(map: Element): (string | null)[] {
  const water = map.querySelector<SVGGeometryElement>('#map-water')
  const drawing = map.querySelector<SVGSVGElement>('.map-drawing')
  const toDrawing = drawing?.getScreenCTM()?.inverse()
  if (!water || !toDrawing) throw new Error('The map has no water.')
  const isWet = (x: number, y: number) => water.isPointInFill(new DOMPoint(x, y).matrixTransform(toDrawing))
  const steps = Array.from({ length: 21 }, (_, step) => step / 20)
  return [...map.querySelectorAll('.map-name')]
    .filter((name) => {
      const { left, top, width, height } = name.getBoundingClientRect()
      const [across, down] = [width - 8, height - 6]
      return steps.some((x) => steps.some((y) => isWet(left + 4 + x * across, top + 3 + y * down)))
    })
    .map((name) => name.textContent)
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top + 2 < other.bottom && other.top + 2 < one.bottom
}

test('the list beside the map gives each place, its distance and direction, and how it was measured', async ({
  visit,
}) => {
  const page = await visit('/property/lake-keowee')
  const place = page.getByRole('region', { name: 'Where it is' })
  expect(await place.getByRole('listitem').allTextContents()).toContain('Clemson about 9 miles southeast')
  await place.getByText('Straight-line distances from near the home.').waitFor()
})

test('beds are drawn to one scale: a king is twice as wide as a twin, and two bunks are one piece', async ({
  visit,
}) => {
  const page = await visit('/property/large-luxury')
  const room = (name: string) =>
    page.getByRole('region', { name: 'Who sleeps where' }).getByRole('listitem').filter({ hasText: name })
  const sizes = (name: string) =>
    room(name)
      .locator('.bed-sheet')
      .evaluateAll((beds) => beds.map((bed) => bed.getBoundingClientRect().width))
  const [king = 0] = await sizes('Main suite')
  const [queen = 0, twin = 0] = await sizes('Fireside room')
  expect(king / twin).toBeCloseTo(2, 1)
  expect(queen / king).toBeCloseTo(60 / 76, 1)
  await expect(room('Bunk room').locator('.bed')).toHaveCount(3)
  await expect(room('Bunk room')).toContainText('Six single bunks, sleeps\u00a06')
})

test('focused elements on a phone are visible, and not behind the bar', async ({ visit }) => {
  const page = await visit('/property/luxury-amenities', { width: 390 })
  await untilHydrated(page)
  const hidden: string[] = []
  let seen = 0
  await page.locator('.property-mosaic a').first().focus()
  for (let focused = await focusOf(page); focused.inProperty; focused = await focusOf(page)) {
    if (focused.top < 0 || focused.bottom > focused.edge + 1) hidden.push(focused.words)
    seen += 1
    await page.keyboard.press('Tab')
  }
  expect(hidden).toEqual([])
  expect(seen).toBeGreaterThan(8)
})

/** The focused element and its position, and the top edge of the bar at the bottom. Skips the booking frame. */
function focusOf(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement as HTMLElement
    const bar = document.querySelector('.booking-bar:not([hidden])')?.getBoundingClientRect()
    const edge = Math.min(bar?.top ?? window.innerHeight, window.innerHeight)
    const { top, bottom } = focused.tagName === 'IFRAME' ? { top: 0, bottom: 0 } : focused.getBoundingClientRect()
    return {
      inProperty: focused.closest('.property') !== null,
      words: focused.innerText || focused.outerHTML,
      top,
      bottom,
      edge,
    }
  })
}

test('on a phone the bar stays to the end of the page, below its last line', async ({ visit }) => {
  const page = await visit('/property/large-luxury', { width: 390 })
  await untilHydrated(page)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const bar = page.locator('.booking-bar')
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(bar.getByRole('link', { name: 'Check dates' })).toBeVisible()
  const [last] = await boxesOf(page, '.footer > .band > :last-child')
  const [edge] = await boxesOf(page, '.booking-bar')
  expect(last?.bottom).toBeLessThanOrEqual(edge?.top ?? 0)
})

test('on a very wide screen every section’s text begins at one left edge', async ({ visit }) => {
  const page = await visit('/property/large-luxury', { width: 2560 })
  const edges = await page
    .locator('.property :is(h1, h2)')
    .evaluateAll((all) => all.filter((one) => !one.closest('#book')).map((one) => one.getBoundingClientRect().left))
  expect(edges.length).toBeGreaterThan(5)
  expect(new Set(edges)).toEqual(new Set([edges[0]]))
})

test('the phone bar shows the nights beside the total, before any script', async ({ visit }) => {
  const stay = await freeStay('lake-keowee')
  const page = await visit(pathOf('lake-keowee', stay), { width: 390, javaScript: false })
  const total = formatAmount((await totalsOf(stay))['lake-keowee'] ?? 0)
  await expect(page.locator('.booking-bar strong')).toHaveText(total)
  await expect(page.locator('.booking-bar p')).toHaveText(
    /^\$[\d,.]+\w{3} \d+–.*, taxes and fees included\$[\d,.]+\sper\sperson, \$[\d,.]+\sper\snight$/,
  )
  await expect(page.locator('.booking-bar i'), 'per night, without room for it').toBeHidden()
  await page.setViewportSize({ width: 820, height: 900 })
  await expect(page.locator('.booking-bar i'), 'per night, with room for it').toBeVisible()
})

test('the bar also has a total for dates without a party: for one adult, as in the card', async ({ visit }) => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const page = await visit(`${propertyOf('lake-keowee').path}?checkin=${checkIn}&checkout=${checkOut}`, { width: 390 })
  const bar = page.locator('.booking-bar strong')
  const served = (await bar.textContent()) ?? ''
  expect(served).toMatch(/^\$/)
  await expect(frameTotal(await bookingFrame(page))).toHaveText(served)
})

for (const width of [390, 1440])
  test(`at ${width} a booked stay: heading, bar, card and results offer the same nearest stay, and a press chooses it`, async ({
    visit,
  }) => {
    const stay = await bookedStay('lake-keowee')
    const page = await visit(pathOf('lake-keowee', stay), { width })
    await untilHydrated(page)
    const words = (of: Locator) => of.first().textContent()
    const heading = page.locator('.next-open a').first()
    const offer = /([A-Z]\w\w \d+–[^,]*)(?:, \d{4})?, (\$[\d,]+) total/.exec((await words(heading)) ?? '')
    const [, dates = '', total = ''] = offer ?? []
    expect(total).toMatch(/^\$/)
    await expect(page.locator('.next-open').first()).toContainText('can’t be booked. Some of these nights are')
    const bar = page.locator('.booking-bar')
    await expect(bar.getByRole('link').first()).toContainText(`${total} total`)
    await expect(bar).toContainText(`Your dates can’t be booked. Nearest: ${dates}`)
    const inCard = (await bookingFrame(page)).getByRole('link', { name: /^Nearest open dates/ })
    await expect(inCard).toHaveText(`Nearest open dates: ${dates}, ${total} total`)
    await inCard.click()
    await expect(frameTotal(await bookingFrame(page))).toHaveText(total)
    await expect(bar.locator('strong')).toHaveText(total)

    for (const link of [heading, bar.locator('.booking-bar-open')]) {
      await page.goto(new URL(pathOf('lake-keowee', stay), siteUrl()).href)
      await untilHydrated(page)
      await link.click()
      await expect(bar.locator('strong')).toHaveText(total)
      await expect(bar.locator('strong + span')).toContainText(dates)
    }

    const missing = page.getByRole('listitem').filter({ hasText: propertyOf('lake-keowee').name })
    await page.goto(new URL(`/search?${stayToQuery(stay)}`, siteUrl()).href)
    await expect(missing).toContainText(total)
    // Where no home has these dates, the results are homes that have others: the home is a card among them.
    const offered = missing.getByRole('link', { name: new RegExp(`^Nearest open dates: ${dates}, |^See these dates`) })
    await offered.click()
    await expect(bar.locator('strong + span')).toContainText(dates)
    await expect(bar.locator('strong')).toHaveText(total)
  })

/** Four nights, of which the first is taken. */
async function bookedStay(slug: Slug): Promise<Stay> {
  const nights = await nightsOf(slug)
  const first = nights.find(({ state }, index) => index >= 14 && state === 'taken')
  if (!first) throw new Error(`No night of ${slug} is taken.`)
  return { ...(await freeStay(slug)), checkIn: first.date, checkOut: addDays(first.date, 4) }
}

test('a group that is too large hears that the home is too small, not that the dates are wrong', async ({ visit }) => {
  const stay = { ...(await freeStay('spacious-condo')), adults: 12 }
  const page = await visit(pathOf('spacious-condo', stay), { width: 390 })
  await expect(page.locator('.booking-bar p')).toHaveText('This home sleeps 9')
  await expect(page.locator('.next-open').first()).toHaveText(/^This home sleeps 9\. Infants/)
})

test('a property’s frame is loaded once, and its script when a guest scrolls near', async ({ visit }) => {
  const page = await visit(pathOf('large-luxury', await freeStay('large-luxury')), { width: 390 })
  await untilHydrated(page)
  const ofFrame: string[] = []
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame()) ofFrame.push(request.resourceType())
  })
  await page.reload()
  await untilHydrated(page)
  await page.waitForLoadState('networkidle')
  expect(ofFrame).not.toContain('script')
  await bookingFrame(page)
  expect(ofFrame).toContain('script')
  expect(ofFrame.filter((type) => type === 'document')).toHaveLength(1)
})

test('a property page ends with the other properties, and a way to compare them', async ({ visit }) => {
  const page = await visit('/property/spacious-condo')
  const others = page.getByRole('region', { name: 'Our other homes' })
  const names = SLUGS.filter((slug) => slug !== 'spacious-condo').map((slug) => propertyOf(slug).name)
  expect(await others.getByRole('link').allTextContents()).toEqual([...names, 'Compare with this home'])
})

test('printed, the page is a stay sheet: times, rules, beds and the map on two sides, no images and no buttons', async ({
  visit,
}) => {
  const stay = await freeStay('large-luxury')
  const page = await visit(pathOf('large-luxury', stay))
  const printed = await page.pdf({ format: 'Letter' })
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length).toBeLessThanOrEqual(2)
  await page.emulateMedia({ media: 'print' })
  for (const name of ['Good to know', 'Who sleeps where', 'Where it is', 'Property Amenities']) {
    await expect(page.getByRole('region', { name }), name).toBeVisible()
  }
  await expect(page.locator('.stay-sheet')).toHaveText(/Your stay\n.*\d{4}, to .*\d{4}\n[\s\S]*Questions\nhello@/, {
    useInnerText: true,
  })
  for (const gone of ['main img', '#book', '.booking-bar', '.reviews', 'main .button', 'footer']) {
    await expect(page.locator(gone).filter({ visible: true }), gone).toHaveCount(0)
  }
})
