import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TrapField } from './honeypot-field.tsx'

test('the trap is out of sight, out of the tab order, and filled in by nothing for people', () => {
  const html = renderToStaticMarkup(<TrapField />)
  expect(html).toMatch(/^<div class="sr-only" aria-hidden="true">/)
  expect(html).toContain('tabindex="-1"')
  expect(html).toContain('autoComplete="off"')
  expect(html).toContain('data-opened="0"')
  expect(html).not.toContain(' id=')
})
