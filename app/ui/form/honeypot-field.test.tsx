import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HoneypotField } from './honeypot-field.tsx'

test('the honeypot field is hidden, out of the tab order, and not filled in by autocomplete', () => {
  const html = renderToStaticMarkup(<HoneypotField />)
  expect(html).toMatch(/^<div class="sr-only" aria-hidden="true">/)
  expect(html).toContain('tabindex="-1"')
  expect(html).toContain('autoComplete="off"')
  expect(html).toContain('data-opened="0"')
  expect(html).not.toContain(' id=')
})
