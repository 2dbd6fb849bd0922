import type { Page } from '@playwright/test'
import { comparisonPath } from '#app/features/search/comparison/comparison.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { BOTH_WIDTHS, expectAccessible, expectAccessibleAtEachWidth, WIDTHS } from './axe.ts'
import { bookButton, bookingFrame, GUEST, referenceOf, searchOf, untilHydrated, writeGuest } from './booking-frame.ts'
import { test } from './page.ts'
import { siteUrl } from './site-url.ts'
import { freeStay, pathOf, propertyOf, SLUGS } from './stays.ts'

const showFilters = async (page: Page) => {
  await searchOf(page, 'stay-results')
  await page.locator('.stay-filters > summary').click()
}
const frameHydrated = async (page: Page) => void (await bookingFrame(page))
const frameOf = (query = '') => `/embed/book/${propertyOf('large-luxury').id}${query && `?${query}`}`

test('the home page is accessible, also with its calendar and guest counts open', async ({ visit }) => {
  const check = async (page: Page) => {
    const search = await searchOf(page)
    await expectAccessible(page)
    await search.getByRole('button', { name: /^Guests/ }).click()
    await search.getByText('Under 2, don’t count toward the limit').waitFor()
    await expectAccessible(page, 'stay-search')
    await page.keyboard.press('Escape')
    await search.getByRole('button', { name: /^Check-in/ }).click()
    await search.getByRole('grid').first().waitFor()
    await expectAccessible(page, 'stay-search')
  }
  for (const width of BOTH_WIDTHS) await check(await visit('/', { width }))
})

test('the phone menu is accessible', async ({ visit }) => {
  const page = await visit('/contact', { width: 390 })
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap()
  await expectAccessible(page)
})

test('the search is accessible when empty, with results, and without results', async ({ visit }) => {
  const stay = await freeStay('large-luxury')
  await expectAccessibleAtEachWidth(visit, '/search', {
    prepare: async (page) => void (await searchOf(page, 'stay-results')),
  })
  await expectAccessibleAtEachWidth(visit, `/search?${stayToQuery(stay)}`, {
    prepare: showFilters,
    widths: BOTH_WIDTHS,
  })
  await expectAccessibleAtEachWidth(visit, `/search?${stayToQuery({ ...stay, children: 60 })}`, {
    prepare: (page) => page.getByText('None of our homes sleeps that many.').last().waitFor(),
  })
})

test('the comparison is accessible, with and without homes', async ({ visit }) => {
  await expectAccessibleAtEachWidth(visit, '/compare')
  await expectAccessibleAtEachWidth(visit, comparisonPath(SLUGS, await freeStay('large-luxury')), {
    prepare: (page) => page.getByText('Change homes or dates').click(),
    widths: BOTH_WIDTHS,
  })
})

for (const slug of SLUGS)
  test(`the page of ${slug} is accessible, with and without a stay`, async ({ visit }) => {
    const withStay = pathOf(slug, await freeStay(slug))
    for (const width of WIDTHS) {
      const page = await visit(propertyOf(slug).path, { width })
      await bookingFrame(page)
      await expectAccessible(page)
      await page.goto(`${siteUrl()}${withStay}`)
      await bookingFrame(page)
      await expectAccessible(page, slug === 'large-luxury' ? undefined : '#book')
    }
    if (slug === 'large-luxury')
      await expectAccessibleAtEachWidth(visit, withStay, {
        prepare: frameHydrated,
        widths: BOTH_WIDTHS.filter((width) => !WIDTHS.includes(width)),
      })
  })

for (const path of ['/nowhere', '/property/nothing'])
  test(`${path} is accessible`, async ({ visit }) => {
    await expectAccessibleAtEachWidth(visit, path, { status: 404 })
  })

test('the empty booking frame is accessible', async ({ visit }) => {
  await expectAccessibleAtEachWidth(visit, frameOf(), { prepare: untilHydrated })
})

for (const width of WIDTHS)
  test(`at ${width} pixels the booking frame is accessible with a stay, after a refusal, and after booking`, async ({
    visit,
  }) => {
    const query = stayToQuery(await freeStay('large-luxury'))
    const page = await visit(frameOf(query), { width, expected: [/^400 POST .*\/embed\/book\//] })
    await untilHydrated(page)
    await expectAccessible(page)
    await writeGuest(page.mainFrame(), { ...GUEST, phone: 'call me' })
    await bookButton(page.mainFrame()).click()
    await page.getByText('Please enter a valid phone number').waitFor()
    await page.locator('input[name=guestPhone]:focus').waitFor()
    await expectAccessible(page)
    await writeGuest(page.mainFrame())
    await bookButton(page.mainFrame()).click()
    await referenceOf(page.mainFrame())
    await expectAccessible(page)
  })

test('the frame is accessible when the nights are taken', async ({ visit }) => {
  const past = 'checkin=2020-01-10&checkout=2020-01-14&adults=2'
  await expectAccessibleAtEachWidth(visit, frameOf(past), { prepare: untilHydrated })
})
