import type { Page } from '@playwright/test'
import { addDays } from '#app/shared/dates.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { bookingFrame, untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, layOut, readHtml, tagsOf, textOf } from '../served-html.ts'
import { freeStay, nightsOf, pathOf, propertyOf, SLUGS, type Slug } from '../stays.ts'

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

test('the map of each home is readable: every label is inside, none overlap, and no name lies over water', async ({
  visit,
}) => {
  // Its place and labels are the served HTML's and the style sheet's.
  const page = await visit('/contact', { width: 390, javaScript: false })
  for (const slug of SLUGS) {
    await layOut(page, propertyOf(slug).path)
    for (const width of process.env.TEST_ALL ? [320, 360, 390, 820, 1440] : [320, 390, 1440]) {
      const where = `${slug} at ${width}`
      await page.setViewportSize({ width, height: 900 })
      if (width >= 390) expect(await page.locator('.place-map').evaluate(namesOverWater), where).toEqual([])
      if (width <= 390) await expectReadableMap(page, where, width === 320)
    }
  }
})

async function expectReadableMap(page: Page, where: string, isTooNarrow: boolean) {
  const [map] = await boxesOf(page, '.place-map')
  const names = await boxesOf(page, '.map-place .map-name')
  const property = await boxesOf(page, '.map-property > svg')
  // Where they have no room, the list beside the map has them all.
  if (isTooNarrow) expect(names, where).toEqual([])
  else expect(names.length, where).toBeGreaterThanOrEqual(5)
  for (const [index, name] of names.entries()) {
    expect(name.left, where).toBeGreaterThanOrEqual((map?.left ?? 0) - 1)
    expect(name.right, where).toBeLessThanOrEqual((map?.right ?? 0) + 1)
    const over = [...names.slice(index + 1), ...property].filter((other) => overlap(name, other))
    expect(over, where).toEqual([])
  }
}

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

test('the list beside the map gives each place, its distance and direction, and how it was measured', async () => {
  const place = elementOf(await readHtml('/property/lake-keowee'), 'section', 'location-heading')
  expect(elementsOf(place, 'li').map(textOf)).toContain('Clemson about 9 miles southeast')
  expect(textOf(place)).toContain('Straight-line distances from near the home.')
})

/** The words of the bar at the bottom of a property's page. */
const barOf = (page: string) => elementOf(page, 'div', 'class="booking-bar')
const frameOf = (slug: Slug, query: string) => readHtml(`/embed/book/${propertyOf(slug).id}?${query}`)

test('the bar also has a total for dates without a party: for one adult, as in the card', async () => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const query = `checkin=${checkIn}&checkout=${checkOut}`
  const served = textOf(elementOf(barOf(await readHtml(`${propertyOf('lake-keowee').path}?${query}`)), 'strong'))
  expect(served).toMatch(/^\$/)
  expect(elementsOf(await frameOf('lake-keowee', query), 'strong', 'booking-total').map(textOf)).toEqual([served])
})

test('a booked stay: heading, bar, card and results offer the same nearest stay, and each link leads to it', async () => {
  const stay = await bookedStay('lake-keowee')
  const { path, name } = propertyOf('lake-keowee')
  const [page, card, results] = await Promise.all([
    readHtml(pathOf('lake-keowee', stay)),
    frameOf('lake-keowee', stayToQuery(stay)),
    readHtml(`/search?${stayToQuery(stay)}`),
  ])
  const [heading = ''] = elementsOf(page, 'p', 'next-open')
  expect(textOf(heading)).toContain('can’t be booked. Some of these nights are')
  const offer = /Nearest open dates: ([A-Z]\w\w \d+–[^,]*(?:, \d{4})?), (\$[\d,.]+) total/.exec(textOf(heading))
  const [words = '', dates = '', total = ''] = offer ?? []
  expect(total).toMatch(/^\$/)
  const bar = textOf(barOf(page))
  expect(bar).toContain(`${total} total`)
  expect(bar).toContain(`Your dates can’t be booked. Nearest: ${dates}`)
  expect(textOf(card)).toContain(words)
  const offered = elementsOf(results, 'li').filter((row) => textOf(row).includes(name) && textOf(row).includes(total))
  expect(offered).toHaveLength(1)

  const links = [heading, barOf(page), card].map((part) => {
    const [link] = tagsOf(part, 'a').filter(({ href }) => href?.startsWith('?'))
    return `${path}${link?.href}`
  })
  const [link] = tagsOf(offered[0] ?? '', 'a').filter(({ href }) => href?.startsWith(path))
  for (const address of [...links, link?.href ?? '']) {
    const chosen = barOf(await readHtml(address.replace(/#.*/, '')))
    expect(textOf(elementOf(chosen, 'strong')), address).toBe(total)
    expect(textOf(chosen), address).toContain(dates)
  }
})

/** Four nights, of which the first is taken. */
async function bookedStay(slug: Slug): Promise<Stay> {
  const nights = await nightsOf(slug)
  const first = nights.find(({ state }, index) => index >= 14 && state === 'taken')
  if (!first) throw new Error(`No night of ${slug} is taken.`)
  return { ...(await freeStay(slug)), checkIn: first.date, checkOut: addDays(first.date, 4) }
}

test('a group that is too large hears that the home is too small, not that the dates are wrong', async () => {
  const page = await readHtml(pathOf('spacious-condo', { ...(await freeStay('spacious-condo')), adults: 12 }))
  expect(elementsOf(barOf(page), 'p').map(textOf)).toEqual(['This home sleeps 9'])
  expect(textOf(elementsOf(page, 'p', 'next-open')[0] ?? '')).toMatch(/^This home sleeps 9\. Infants/)
})

test('a property’s frame is loaded once, and its script when a guest scrolls near; on a phone the bar stays to the end of the page, below its last line', async ({
  visit,
}) => {
  const page = await visit('/property/large-luxury', { width: 390 })
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

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const bar = page.locator('.booking-bar')
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(bar.getByRole('link', { name: 'Check dates' })).toBeVisible()
  const [last] = await boxesOf(page, '.footer > .band > :last-child')
  const [edge] = await boxesOf(page, '.booking-bar')
  expect(last?.bottom).toBeLessThanOrEqual(edge?.top ?? 0)
})

test('a property page ends with the other properties, and a way to compare them', async () => {
  const others = elementOf(await readHtml('/property/spacious-condo'), 'section', 'others-heading')
  const names = SLUGS.filter((slug) => slug !== 'spacious-condo').map((slug) => propertyOf(slug).name)
  expect(elementsOf(others, 'a').map(textOf)).toEqual([...names, 'Compare with this home'])
})

/** A king is twice as wide as a twin, and two bunks are one piece. */
async function expectOneScale(page: Page) {
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
}

test('beds are drawn to one scale; on a very wide screen every text begins at one left edge; printed, the page is a stay sheet: times, rules, beds and the map on two sides, no images and no buttons', async ({
  visit,
}) => {
  const stay = await freeStay('large-luxury')
  const page = await visit(pathOf('large-luxury', stay))
  await expectOneScale(page)
  await page.setViewportSize({ width: 2560, height: 900 })
  const edges = await page
    .locator('.property :is(h1, h2)')
    .evaluateAll((all) => all.filter((one) => !one.closest('#book')).map((one) => one.getBoundingClientRect().left))
  expect(edges.length).toBeGreaterThan(5)
  expect(new Set(edges)).toEqual(new Set([edges[0]]))

  await page.setViewportSize({ width: 1440, height: 900 })
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
