import { expectReadableInDark, findBarriers } from '../axe.ts'
import { expect, test } from '../page.ts'
import { watchErrors } from '../page-errors.ts'

const PAGES = [
  ['nothing', '<title>Quiet</title>', null],
  ['an error in the console', `<script>console.error('no nights')</script>`, 'console: no nights'],
  ['an error that nobody catches', `<script>throw new Error('no home')</script>`, 'uncaught: Error: no home'],
  ['an answer that is none', `<script>fetch('/gone')</script>`, '404 GET'],
  ['a request that fails', `<script>fetch('/broken').catch(() => {})</script>`, 'ERR_CONNECTION_RESET GET'],
  [
    'something the security policy blocks',
    `<img src="/picture" alt="">`,
    'Content Security Policy directive: "img-src',
  ],
] as const

// Without the `visit` fixture, so that the deliberate errors fail no test.
test('whatever goes wrong on a page is detected, and nothing else', async ({ browser }) => {
  const context = await browser.newContext()
  await context.route('**/gone', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await context.route('**/broken', (route) => route.abort('connectionreset'))
  for (const [what, body, error] of PAGES) {
    const page = await context.newPage()
    const errors = watchErrors(page)
    const headers = { 'content-security-policy': "img-src 'none'" }
    await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', headers, body }))
    await page.goto('http://127.0.0.1:9/page', { waitUntil: 'networkidle' })
    await page.close()
    if (error) expect(errors().join('\n'), what).toContain(error)
    else expect(errors(), what).toEqual([])
  }
  await context.close()
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
  await page.setContent(
    '<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><main><h1>Homes</h1><p>Snow</p></main>',
  )
  expect((await findBarriers(page)).join('\n')).not.toContain('color-contrast')
  await expect(expectReadableInDark(page)).rejects.toThrow('color-contrast')
  await context.close()
})
