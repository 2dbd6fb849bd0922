import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { addDays } from '#app/shared/dates.ts'
import { ask } from '../ask.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { newDatabase } from '../new-database.ts'
import { expect, test } from '../page.ts'
import { startSite } from '../site.ts'
import { todayOf } from '../stays.ts'

/** A night that is open in the demo, for the calendar's form. */
const NIGHT = addDays(todayOf('lake-keowee'), 300)

/** The pages of the back office with a form that stores something, beside those of a stay. */
const PAGES = [
  '/admin',
  '/admin/bookings/new',
  '/admin/decline-texts',
  '/admin/saved-answers',
  `/admin/calendar?day=${NIGHT}&properties=lake-keowee&first=${NIGHT}&last=${NIGHT}&what=owner`,
  '/admin/calendars',
  '/admin/turnovers',
  ...['prices', 'rules', 'page', 'guide', 'copy?part=nightly&to=spacious-condo'].map(
    (page) => `/admin/homes/lake-keowee/${page}`,
  ),
  '/admin/codes',
  '/admin/site',
  '/admin/site/home',
  '/admin/site/look',
  '/admin/site/owners',
  '/admin/site/contact',
  '/admin/giveaway',
  '/admin/legal',
]
/** How many forms of a page are tried; lists repeat theirs. */
const MOST_FORMS = 4
const AWAY = [
  /^net::ERR_INCOMPLETE_CHUNKED_ENCODING GET .*\/admin\/events/,
  /^503 GET .*\/objects\//,
  /^5\d\d (?:GET|POST) .*\/admin/,
  /^4\d\d POST .*\/admin/,
]

/** Opens the folds around a form, and closes the others: one may lie over it. */
const openFolds = (form: Locator) =>
  form.evaluate((element) => {
    for (const fold of document.querySelectorAll('details')) fold.open = fold.contains(element)
  })

/** Types into each line and text of a form, and returns what it holds then. */
async function typeInto(form: Locator): Promise<string[]> {
  return form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true
    const fields = [...element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')]
    const typed = fields.filter(({ type }) => type === 'textarea' || type === 'text')
    for (const [index, field] of typed.entries()) {
      const own = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
      Object.getOwnPropertyDescriptor(own.prototype, 'value')?.set?.call(field, `typed ${index}`)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    return typed.map(({ value }) => value)
  })
}

const typedIn = (form: Locator) =>
  form.evaluate((element: HTMLFormElement) =>
    [...element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')]
      .filter(({ type }) => type === 'textarea' || type === 'text')
      .map(({ value }) => value),
  )

async function tryForms(page: Page, path: string) {
  const heading = await page.locator('main h1').innerText()
  // The browser itself posts a file, and there is no other input beside it.
  const forms = page.locator('main form[method="post"]:not([enctype])')
  // Today has one only while a payment of the demo is late.
  if (path !== '/admin') expect(await forms.count(), path).toBeGreaterThan(0)
  for (let at = 0; at < Math.min(MOST_FORMS, await forms.count()); at += 1) {
    const form = forms.nth(at)
    await openFolds(form)
    const typed = await typeInto(form)
    // Not those of a list, which send nothing, nor the hidden one that Enter presses.
    const saving = 'button[type="submit"]:not(.sr-only, [name="__intent__"])'
    const button = form.locator(saving).filter({ visible: true }).first()
    // The first of a list cannot go up.
    if (await button.isDisabled()) continue
    await button.click()
    const said = page.getByRole('alert').filter({ hasText: /\w/ }).or(form.locator('[aria-invalid="true"]'))
    await expect(said.first(), `${path}, form ${at}`).toBeVisible()
    await expect(button, `the button of ${path}, form ${at}`).toBeEnabled()
    await expect(page.locator('main h1'), path).toHaveText(heading)
    expect(await typedIn(form), `what was typed on ${path}, form ${at}`).toEqual(typed)
  }
}

test('while the database is away, each page of the back office keeps what is typed, says so, and can be sent again', {
  tag: '@slow',
}, async ({ visit }) => {
  test.setTimeout(300_000)
  const database = await newDatabase()
  const site = await startSite({ DATABASE_URL: database.url, LOG_LEVEL: 'error' })
  try {
    const pages: [path: string, page: Page][] = []
    const message = { name: 'Ada Guest', email: 'ada@example.com', propertyId: 'none', message: 'Is there a crib?' }
    const headers = { 'content-type': 'application/json' }
    const sent = await fetch(`${site.url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(message) })
    expect(sent.ok).toBe(true)
    const { text } = await ask(`${site.url}/admin/bookings?view=all`)
    const stays = [...new Set(text.match(/\/admin\/bookings\/DEMO-\d+/g))]
    const [first = '', last = ''] = [stays.at(0), stays.at(-1)]
    for (const path of [...PAGES, first, last, `${first}/move`])
      pages.push([path, await visit(site.url + path, { expected: AWAY, width: 1440 })])
    for (const [, page] of pages) await untilHydrated(page)
    await database.drop()
    // Longer than the content version is cached.
    await wait(1_100)
    const failed: string[] = []
    for (const [path, page] of pages) {
      page.setDefaultTimeout(15_000)
      await tryForms(page, path).catch((error) => failed.push(`${path}: ${error.message}`))
    }
    expect(failed).toEqual([])
    const today = await visit(`${site.url}/admin/site`, { status: 503, expected: [/^503 /], width: 390 })
    await untilHydrated(today)
    await today.getByRole('navigation', { name: 'Back office' }).waitFor()
    await expect(today.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '')
    await expectAccessible(today)
  } finally {
    await site.kill()
    await database.drop()
  }
})
