import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ToastProvider } from './toast.tsx'

test('the live region is in the page before the first toast', () => {
  const html = renderToString(<ToastProvider>page</ToastProvider>)
  expect(html).toContain('<div class="toasts" role="status" aria-live="polite" aria-atomic="true"></div>')
})
