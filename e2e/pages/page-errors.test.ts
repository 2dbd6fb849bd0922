import type { Browser } from '@playwright/test'
import { findBarriers } from '../axe.ts'
import { expect, test } from '../page.ts'
import { watchErrors } from '../page-errors.ts'

/** A page without the `visit` fixture, so that its deliberate errors fail no test. */
async function errorsOf(browser: Browser, html: string): Promise<string[]> {
  const page = await browser.newPage()
  const errors = watchErrors(page)
  await page.route('**/page', (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': "img-src 'none'" }, body: html }),
  )
  await page.route('**/gone', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.route('**/broken', (route) => route.abort('connectionreset'))
  await page.goto('http://127.0.0.1:9/page', { waitUntil: 'networkidle' })
  await page.close()
  return errors()
}

test('a page without errors has none', async ({ browser }) => {
  expect(await errorsOf(browser, '<title>Quiet</title>')).toEqual([])
})

for (const [_what, html, error] of [
  ['an error in the console', `<script>console.error('no nights')</script>`, 'console: no nights'],
  ['an error that nobody catches', `<script>throw new Error('no home')</script>`, 'uncaught: Error: no home'],
  ['an answer that is none', `<script>fetch('/gone')</script>`, '404 GET'],
  ['a request that fails', `<script>fetch('/broken').catch(() => {})</script>`, 'ERR_CONNECTION_RESET GET'],
  [
    'something the security policy blocks',
    `<img src="/picture" alt="">`,
    'Content Security Policy directive: "img-src',
  ],
] as const)
  test(`${_what} is detected`, async ({ browser }) => {
    expect((await errorsOf(browser, html)).join('\n')).toContain(error)
  })

test('a page that breaks an accessibility rule is detected', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.setContent(
    '<main><h1>Homes</h1><button></button><iframe title="Book" srcdoc="<img src=x>"></iframe></main>',
  )
  const found = (await findBarriers(page)).join('\n')
  expect(found).toContain('button-name')
  expect(found, 'in a frame').toContain('image-alt')
  await context.close()
})
