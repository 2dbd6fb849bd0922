import type { Page } from '@playwright/test'

/** Playwright's own scripts in the frame of a preview, whose sandbox runs none. The page in it has no script. */
const BLOCKED_IN_PREVIEW = /^Blocked script execution in '(?:about:blank(?:\?[^']*)?|[^']*\/preview\?[^']*)'/

/**
 * Collects all errors on a page from now on. Those are console errors, uncaught errors, failed requests, and responses
 * of 400 and above. Console errors include violations of the content security policy. The result returns them, without
 * expected ones.
 */
export function watchErrors(
  page: Page,
  { status = 200, expected = [] }: { status?: number; expected?: RegExp[] } = {},
): () => string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    // The browser's message about a failed request has no address; the response below does.
    const isKnown = message.text().startsWith('Failed to load resource') || BLOCKED_IN_PREVIEW.test(message.text())
    if (message.type() === 'error' && !isKnown) errors.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Canceled by the page because the visitor navigated.
    if (!reason.includes('ERR_ABORTED')) errors.push(`${reason} ${request.method()} ${request.url()}`)
  })
  page.on('response', (response) => {
    const document = response.request().isNavigationRequest() && response.frame() === page.mainFrame()
    if (response.status() < 400 || (document && response.status() === status)) return
    errors.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  return () => errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
}
