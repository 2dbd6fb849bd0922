import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Accordion } from './accordion.tsx'

const sections = [
  { key: 'amenities', title: 'Amenities', count: '4 images', content: 'a' },
  { key: 'kitchen', title: 'Kitchen', count: '2 images', content: 'b' },
]

function names(html: string): (string | undefined)[] {
  return [...html.matchAll(/<details[^>]* name="([^"]+)"/g)].map((match) => match[1])
}

test('the sections share one name, so the browser keeps one open at a time without a script', () => {
  const shared = names(renderToString(<Accordion sections={sections} />))
  expect(shared).toHaveLength(2)
  expect(new Set(shared).size).toBe(1)
})

test('the section named at the start is open, the others are closed', () => {
  const html = renderToString(<Accordion sections={sections} defaultOpen="kitchen" />)
  expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1)
  expect(html.indexOf('open=""')).toBeGreaterThan(html.indexOf('Amenities'))
})

test('all are closed when none is named', () => {
  expect(renderToString(<Accordion sections={sections} />)).not.toContain('open=""')
})

test('two accordions on a page do not close each other', () => {
  const html = renderToString(
    <>
      <Accordion sections={sections} />
      <Accordion sections={sections} />
    </>,
  )
  expect(new Set(names(html)).size).toBe(2)
})
