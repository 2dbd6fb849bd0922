import { resolve } from 'node:path'
import { mailExamples } from '#test/mails/mail-examples.ts'
import { expectAccessibleInBothThemes } from '../axe.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

/** The folder with every mail, for a person to look at after `npm test -- --all`. */
const IMAGES = resolve(import.meta.dirname, '../../test-results/mails')

/** The text of the open mail. */
function read() {
  const texts = [...document.querySelectorAll('.sheet *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
  )
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
  const [largest] = texts.toSorted((one, other) => sizeOf(other) - sizeOf(one))
  return {
    images: [...document.images].map(({ naturalWidth }) => naturalWidth),
    width: document.documentElement.scrollWidth,
    largest: largest?.textContent,
    total: document.querySelector('.total')?.textContent,
    sheet: document.querySelector('.sheet')?.outerHTML ?? '',
    styles: [...document.querySelectorAll('style')].map((one) => one.outerHTML).join(''),
  }
}

test('every mail reads well on a phone, light and dark', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const sheets: string[] = []
  const styles = new Set<string>()
  const mails = mailExamples(siteUrl())
  for (const [index, { template, html }] of mails.entries()) {
    await page.setContent(html, { waitUntil: 'load' })
    const seen = await page.evaluate(read)
    expect(seen.images, `${template}: the images`).not.toContain(0)
    expect(seen.width, template).toBe(390)
    if (seen.total) expect(seen.largest, `${template}: the largest figure`).toBe(seen.total)
    sheets.push(seen.sheet)
    styles.add(seen.styles)
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
