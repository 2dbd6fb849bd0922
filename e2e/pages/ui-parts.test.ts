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

const tooltipOf = (page: Page, text: string) => page.getByRole('tooltip').filter({ hasText: text })

test('a tooltip opens after 700 ms under a pointer, the next one at once, and again after 700 ms when 300 ms have passed', async ({
  open,
}) => {
  const page = await open()
  const [first, second] = [tooltipOf(page, 'Deletes the image'), tooltipOf(page, 'Moves the image up')]
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Delete' }).hover()
  await page.clock.runFor(699)
  await expect(first).toBeHidden()
  await page.clock.runFor(1)
  await first.waitFor()
  await page.getByRole('button', { name: 'Up' }).hover()
  await page.clock.runFor(1)
  await second.waitFor()
  await gone(first)

  await page.mouse.move(5, 5)
  await gone(second)
  await page.clock.runFor(300)
  await page.getByRole('button', { name: 'Delete' }).hover()
  await page.clock.runFor(699)
  await expect(first).toBeHidden()
  await page.clock.runFor(1)
  await first.waitFor()
})

test('a tooltip opens at once on keyboard focus, describes it, and closes on Escape; it stays under a pointer and inside the window', async ({
  open,
}) => {
  const page = await open({ viewport: { width: 320, height: 400 } })
  const tooltip = tooltipOf(page, 'Deletes the image')
  const button = page.getByRole('button', { name: 'Delete' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await tooltip.waitFor()
  await expect(button).toHaveAttribute('aria-describedby', (await tooltip.getAttribute('id')) ?? '')
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
  const place = await tooltip.boundingBox()
  expect(place && place.x >= 0 && place.y >= 0 && place.x + place.width <= 320).toBe(true)
})

test('touch opens no tooltip', async ({ open }) => {
  const page = await open({ hasTouch: true })
  await page.getByRole('button', { name: 'Delete' }).tap()
  await page.clock.runFor(2000)
  await expect(tooltipOf(page, 'Deletes the image')).toBeHidden()
})
