import { resolve } from 'node:path'
import { mailExamples } from '#test/mails/mail-examples.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

/** Where a person can look at every mail after the test. */
const IMAGES = resolve(import.meta.dirname, '../../test-results/mails')

/** What a mail program adds around a mail: a language, and no margin that scrolls sideways. */
const fontSizes = () =>
  [...document.querySelectorAll('.sheet *')]
    .filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    )
    .map((element) => ({ size: Number.parseFloat(getComputedStyle(element).fontSize), text: element.textContent }))
    .sort((a, b) => b.size - a.size)

test('every mail reads well on a phone, light and dark', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  for (const [index, { template, html }] of mailExamples(siteUrl()).entries()) {
    await page.setContent(html, { waitUntil: 'load' })
    const images = await page.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth))
    expect(images, `${template}: the images`).not.toContain(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), template).toBe(390)
    const [largest] = await page.evaluate(fontSizes)
    const total = await page.locator('.total').allTextContents()
    if (total.length > 0) expect(largest?.text, `${template}: the largest figure`).toBe(total[0])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: resolve(IMAGES, `${colorScheme}-${index + 1}-${template}.jpg`), fullPage: true })
      await expectAccessible(page, '.sheet')
    }
  }
  await page.close()
})
