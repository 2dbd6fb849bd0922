import type { FieldMetadata } from '@conform-to/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LineRows } from './line-rows.tsx'

test('a line that was refused is marked, with its reason beside it', () => {
  const field = {
    ...{ id: 'highlights', name: 'highlights', initialValue: 'A dock\nFar too long\nA sauna' },
    allErrors: { 'highlights[1]': ['Please keep this to 8 characters'] },
  } as unknown as FieldMetadata<string | null | undefined>
  const html = renderToString(<LineRows field={field} label="Highlights" required item="highlight" most={6} />)
  // Without a script the text area has it.
  expect(html.split('<fieldset')[0]).toContain('Please keep this to 8 characters')
  const rows = html.split('<li>').slice(1)
  expect(rows.map((row) => row.includes('aria-invalid="true"'))).toEqual([false, true, false])
  const reason = /aria-describedby="([^"]+)"/.exec(rows[1] ?? '')?.[1]
  expect(rows[1]).toContain(`<p id="${reason}" class="field-error">Please keep this to 8 characters</p>`)
})
