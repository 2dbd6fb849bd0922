import type { Page } from '@playwright/test'

/**
 * Collects everything that goes wrong on a page from now on: errors in the console (there the browser also tells what the
 * content security policy blocks), uncaught ones, failed requests, answers of 400 and above. The result tells them,
 * without what was expected.
 */
export function watchErrors(
  page: Page,
  { status = 200, expected = [] }: { status?: number; expected?: RegExp[] } = {},
): () => string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    // The browser's own line on a failed request names no address; the answer below does.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(`console: ${message.text()}`)
    }
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // What the page no longer wanted, because the visitor went on.
    if (!reason.includes('ERR_ABORTED')) errors.push(`${reason} ${request.method()} ${request.url()}`)
  })
  page.on('response', (response) => {
    const document = response.request().isNavigationRequest() && response.frame() === page.mainFrame()
    if (response.status() < 400 || (document && response.status() === status)) return
    errors.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  return () => errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
}
