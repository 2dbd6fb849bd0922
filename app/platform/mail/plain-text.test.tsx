import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlainText } from './plain-text.tsx'

const STAY = 'https://stay.example/stay/1'

test('an address alone in a paragraph is a button, and any other word alone is a paragraph', () => {
  const html = renderToStaticMarkup(
    <PlainText text={`constructor\n\ntoString\n\n${STAY}`} buttons={{ [STAY]: 'View your stay' }} />,
  )
  expect(html).toContain('constructor')
  expect(html).toContain('toString')
  expect(html).toContain('View your stay')
  expect(html.match(/<a /g)).toHaveLength(1)
})
