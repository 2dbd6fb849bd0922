import { resolve } from 'node:path'
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { expectAccessible } from '../axe.ts'
import { test as base, expect } from '../page.ts'
import { watchErrors } from '../page-errors.ts'

/** The script and the styles of `ui-parts.tsx`, which is not in the site's build. */
async function bundle(): Promise<{ script: string; styles: string }> {
  const outputs = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: resolve(import.meta.dirname, 'ui-parts.tsx'), formats: ['iife'], name: 'parts' },
    },
  })) as Rolldown.RolldownOutput[]
  const files = outputs.flatMap(({ output }) => output)
  const script = files.find((file) => file.type === 'chunk')?.code
  if (!script) throw new Error('The parts were not built.')
  return { script, styles: files.flatMap((file) => (file.type === 'asset' ? String(file.source) : [])).join('\n') }
}

let bundled: ReturnType<typeof bundle> | undefined

/** Opens the parts with a controlled clock. */
type Open = (options?: BrowserContextOptions) => Promise<Page>

const test = base.extend<{ open: Open }>({
  open: async ({ browser }, use) => {
    const pages: { page: Page; errors: () => string[] }[] = []
    await use(async (options) => {
      const page = await (await browser.newContext(options)).newPage()
      pages.push({ page, errors: watchErrors(page) })
      bundled ??= bundle()
      const { script, styles } = await bundled
      await page.clock.install()
      await page.setContent('<!doctype html><html lang="en"><title>Parts</title><body></body></html>')
      await page.addStyleTag({ content: styles })
      await page.addScriptTag({ content: script })
      await page.getByRole('main').waitFor()
      return page
    })
    for (const { page } of pages) await page.context().close()
    expect(pages.flatMap(({ errors }) => errors())).toEqual([])
  },
})

async function openDialog(page: Page) {
  const opener = page.getByRole('button', { name: 'Write to us' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Your message' })
  await dialog.waitFor()
  return { opener, dialog }
}

const gone = (element: Locator) => element.waitFor({ state: 'hidden' })

test('a dialog takes the focus, traps it, and restores it; Escape, its button and a press outside close it, a selection does not', async ({
  open,
}) => {
  const page = await open()
  const { opener, dialog } = await openDialog(page)
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expectAccessible(page)
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main > :not(dialog)') ?? null)).toBeNull()
  }
  await page.keyboard.press('Escape')
  await gone(dialog)
  await expect(opener).toBeFocused()
  await expect(page.getByRole('status')).toHaveText('closed 1 times')

  await openDialog(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await gone(dialog)
  await openDialog(page)
  await page.mouse.click(5, 5)
  await gone(dialog)

  // It starts inside and ends outside, as when selecting text.
  await openDialog(page)
  const field = await dialog.getByLabel('Message').boundingBox()
  if (!field) throw new Error('The message has no place.')
  await page.mouse.move(field.x + 5, field.y + 5)
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await expect(dialog).toBeVisible()
})

/** It is hidden from screen readers, which have its words as the button's name. */
const tooltipOf = (page: Page, text: string) => page.locator('.tooltip[aria-hidden=true]').filter({ hasText: text })

test('a tooltip opens after 700 ms under a pointer, the next one at once, and again after 700 ms when 300 ms have passed', async ({
  open,
}) => {
  const page = await open()
  const [first, second] = [tooltipOf(page, 'Delete'), tooltipOf(page, 'Move up')]
  const button = page.getByRole('button', { name: 'Delete' })
  await page.clock.pauseAt(Date.now() + 60_000)
  await button.hover()
  await page.clock.runFor(699)
  await expect(first).toBeHidden()
  await page.clock.runFor(1)
  await first.waitFor()
  await page.getByRole('button', { name: 'Move up' }).hover()
  await page.clock.runFor(1)
  await second.waitFor()
  await gone(first)

  await page.mouse.move(5, 5)
  await gone(second)
  await page.clock.runFor(300)
  await button.hover()
  await page.clock.runFor(699)
  await expect(first).toBeHidden()
  await page.clock.runFor(1)
  await first.waitFor()

  // A press closes it, until the pointer comes again.
  await page.mouse.down()
  await gone(first)
  await page.mouse.up()
  await page.clock.runFor(1000)
  await expect(first).toBeHidden()
})

test('a tooltip opens at once on keyboard focus, and closes on Escape; it stays under a pointer and inside the window', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 320, height: 400 } })
  const tooltip = tooltipOf(page, 'Delete')
  const button = page.getByRole('button', { name: 'Delete', exact: true })
  const before = await button.boundingBox()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await tooltip.waitFor()
  await expect(button).toHaveAccessibleDescription('')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await gone(tooltip)
  await expect(button).toBeFocused()

  await button.blur()
  await button.hover()
  await page.clock.runFor(700)
  await tooltip.hover()
  await page.clock.runFor(1000)
  await expect(tooltip).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
  await expectAdjacent(page, button, tooltip)
})

test('a tooltip follows its button when the page scrolls, at a corner of the window and over a dialog too', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 320, height: 400 } })
  const button = page.getByRole('button', { name: 'Move up' })
  await button.evaluate((shown) => {
    Object.assign(shown.style, { position: 'absolute', top: '600px', right: '0' })
    document.body.style.minHeight = '2000px'
  })
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await tooltipOf(page, 'Move up').waitFor()
  for (const top of [240, 600]) {
    await page.evaluate((to) => scrollTo(0, to), top)
    await expectAdjacent(page, button, tooltipOf(page, 'Move up'))
  }

  await page.evaluate(() => scrollTo(0, 0))
  const { dialog } = await openDialog(page)
  const close = dialog.getByRole('button', { name: 'Close' })
  await close.hover()
  await page.clock.runFor(700)
  await expectAdjacent(page, close, tooltipOf(page, 'Close'))
})

test('a tooltip does not open where a script moves the focus, nor by touch; one Escape closes it with its dialog', async ({
  open,
}) => {
  const page = await open({ hasTouch: true })
  await page.getByRole('button', { name: 'Move up' }).tap()
  await page.clock.runFor(2000)
  await expect(tooltipOf(page, 'Move up')).toBeHidden()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Delete' }).focus()
  await page.clock.runFor(1000)
  await expect(page.locator('.tooltip')).toHaveCount(0)

  const { opener, dialog } = await openDialog(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await tooltipOf(page, 'Close').waitFor()
  await page.keyboard.press('Escape')
  await gone(dialog)
  await expect(opener).toBeFocused()
  await expect(page.locator('.tooltip')).toHaveCount(0)
})

/** Next to the button without covering it, inside the window, and over everything else. */
async function expectAdjacent(page: Page, button: Locator, tooltip: Locator) {
  await expect(async () => {
    const [place, named] = [await tooltip.boundingBox(), await button.boundingBox()]
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    if (!place || !named) throw new Error('It is not shown.')
    expect(
      Math.min(Math.abs(place.y + place.height - named.y), Math.abs(named.y + named.height - place.y)),
    ).toBeLessThan(1)
    expect([
      place.x >= 0,
      place.x + place.width <= width,
      place.y >= 0,
      place.y + place.height <= height,
    ]).not.toContain(false)
    const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
    const isOnTop = ([x, y]: number[]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest('.tooltip') !== null
    expect(await page.evaluate(isOnTop, [x, y])).toBe(true)
  }).toPass({ timeout: 5000 })
}
