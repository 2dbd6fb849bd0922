import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NO_SALES } from './business.ts'
import { PaceTable } from './business-report.tsx'

test('the pace of a year that is over is a sentence, and of another one a table', () => {
  const row = { month: '2027-06-01', now: NO_SALES, pace: { nights: 0, rent: 0 } }
  expect(renderToString(<PaceTable caption="Pace" rows={[row]} />)).toContain('<table')
  const over = renderToString(<PaceTable caption="Pace" rows={[]} />)
  expect(over).not.toContain('<table')
  expect(over).toContain('The year you chose is over')
})
