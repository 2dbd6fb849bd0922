import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CalendarGrid } from './calendar-grid.tsx'
import type { CalendarDay } from './calendar-weeks.tsx'

function render(
  day: (date: string) => CalendarDay,
  bounds: { month?: string; earliest?: string; latest?: string } = {},
): string {
  const ignore = () => {}
  return renderToString(
    <CalendarGrid
      month="2027-01-20"
      earliest="2026-12-05"
      latest="2027-12-05"
      day={day}
      onMonth={ignore}
      onPick={ignore}
      {...bounds}
    />,
  )
}

function cell(html: string, date: string): string {
  return html.match(new RegExp(`<td[^>]*data-date="${date}"[^>]*>`))?.[0] ?? ''
}

function ofState(date: string): CalendarDay {
  if (date === '2027-01-01') return { state: 'past', label: 'January 1, past' }
  if (date === '2027-01-02') return { state: 'taken', label: 'January 2, taken' }
  if (date === '2027-01-03') return { state: 'checkout-only', label: 'January 3, check-out only' }
  if (date === '2027-01-15') return { state: 'free', selected: 'start', label: 'January 15, check-in' }
  return { state: 'free', label: `${date}, free` }
}

test('each day has the caller’s label for screen readers', () => {
  const html = render(ofState)
  expect(cell(html, '2027-01-02')).toContain('aria-label="January 2, taken"')
  expect(cell(html, '2027-01-15')).toContain('aria-selected="true"')
})

test('days that cannot be picked are aria-disabled, check-out days and free ones are not', () => {
  const html = render(ofState)
  expect(cell(html, '2027-01-01')).toContain('aria-disabled="true"')
  expect(cell(html, '2027-01-02')).toContain('aria-disabled="true"')
  expect(cell(html, '2027-01-03')).not.toContain('aria-disabled')
  expect(cell(html, '2027-01-04')).not.toContain('aria-disabled')
})

test('the grid has one tab stop: the chosen day, else the first free one', () => {
  const chosen = render(ofState)
  expect(chosen.match(/<td[^>]*tabindex="0" data-date="2027-01/gi)).toHaveLength(1)
  expect(cell(chosen, '2027-01-15')).toMatch(/tabindex="0"/i)
  const unchosen = render((date) => ({ ...ofState(date), selected: undefined }))
  expect(cell(unchosen, '2027-01-04')).toMatch(/tabindex="0"/i)
})

test('a month without free days still has a tab stop', () => {
  const html = render((date) => ({ state: 'taken', label: date }))
  expect(cell(html, '2027-01-01')).toMatch(/tabindex="0"/i)
})

test('navigation ends at the first and last month', () => {
  const html = render(ofState, { earliest: '2027-01-05', latest: '2027-02-01' })
  const button = (name: string) => html.match(new RegExp(`<button[^>]*aria-label="${name}"[^>]*>`))?.[0]
  expect(button('Previous month')).toContain('aria-disabled="true"')
  expect(button('Next month')).toBeDefined()
  expect(button('Next month')).not.toContain('aria-disabled')
})

test('a month out of range, as in an old link, shows the nearest month in range', () => {
  const bounds = { earliest: '2027-01-05', latest: '2027-02-10' }
  expect(render(ofState, { ...bounds, month: '2020-02-01' })).toContain('January 2027')
  expect(render(ofState, { ...bounds, month: '2036-07-01' })).toContain('February 2027')
})

test('every month in range can be selected, also one that opens or ends within the month', () => {
  const html = render(ofState, { earliest: '2027-01-05', latest: '2027-03-01' })
  const options = [...html.matchAll(/<option value="([^"]+)"([^>]*)>([^<]+)/g)]
  expect(options.map(([, value, , text]) => [value, text])).toEqual([
    ['2027-01-01', 'January 2027'],
    ['2027-02-01', 'February 2027'],
    ['2027-03-01', 'March 2027'],
  ])
  expect(options.map(([, , selected]) => selected?.includes('selected'))).toEqual([true, false, false])
})

test('the next month is beside it in its own grid, with its own tab stop', () => {
  const html = render((date) => ({ state: 'free', label: date }))
  expect(html.match(/role="grid"/g)).toHaveLength(2)
  expect(html).toContain('February 2027')
  expect(html.match(/<td[^>]*tabindex="0"/gi)).toHaveLength(2)
  expect(cell(html, '2027-02-01')).toMatch(/tabindex="0"/i)
})

test('today is marked as such, and a free day that cannot be chosen now as disabled', () => {
  const html = render((date) => ({
    state: 'free',
    off: date < '2027-01-05',
    isToday: date === '2027-01-05',
    label: date,
  }))
  expect(cell(html, '2027-01-05')).toContain('aria-current="date"')
  expect(cell(html, '2027-01-06')).not.toContain('aria-current')
  expect(cell(html, '2027-01-04')).toContain('aria-disabled="true"')
  expect(cell(html, '2027-01-05')).toMatch(/tabindex="0"/i)
})
