import { resolve } from 'node:path'
import { mailExamples } from '#test/mails/mail-examples.ts'
import { expectAccessibleInBothThemes } from '../axe.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

/** Where a person can look at every mail after `npm test -- --all`. */
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
  const sheets: string[] = []
  const styles = new Set<string>()
  const mails = mailExamples(siteUrl())
  for (const [index, { template, html }] of mails.entries()) {
    await page.setContent(html, { waitUntil: 'load' })
    const images = await page.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth))
    expect(images, `${template}: the images`).not.toContain(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), template).toBe(390)
    const [largest] = await page.evaluate(fontSizes)
    const total = await page.locator('.total').allTextContents()
    if (total.length > 0) expect(largest?.text, `${template}: the largest figure`).toBe(total[0])
    sheets.push(await page.locator('.sheet').evaluate((sheet) => sheet.outerHTML))
    styles.add(await page.evaluate(() => [...document.querySelectorAll('style')].map((one) => one.outerHTML).join('')))
    for (const colorScheme of process.env.TEST_ALL ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      const path = resolve(IMAGES, `${colorScheme}-${index + 1}-${template}.jpg`)
      await page.screenshot({ path, fullPage: true })
    }
  }
  // They have one style. So all of them are checked in one document, one below the other.
  expect(styles.size).toBe(1)
  await page.setContent(mails[0]?.html ?? '')
  await page.evaluate((sheets) => {
    document.body.innerHTML = sheets.join('')
  }, sheets)
  await expect(page.locator('.sheet')).toHaveCount(mails.length)
  await expectAccessibleInBothThemes(page, '.sheet')
  await page.close()
})
