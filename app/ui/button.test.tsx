import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a button submits a form only with type submit', () => {
  expect(renderToString(<Button>Book</Button>)).toContain('type="button"')
  expect(renderToString(<Button type="submit">Book</Button>)).toContain('type="submit"')
})

test('a pending button says what happens and keeps the focus', () => {
  const html = renderToString(
    <Button pending pendingText="Sending...">
      Send
    </Button>,
  )
  expect(html).toContain('aria-disabled="true"')
  expect(html).toContain('Sending...')
  expect(html).not.toContain('disabled=""')
})
