import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SelectField, TextField } from './field.tsx'

test('the label belongs to its field', () => {
  const html = renderToString(<TextField id="name" label="Your name" name="name" />)
  expect(html).toContain('<label class="field-label" for="name">Your name</label>')
  expect(html).toContain('<input id="name" class="field-control" name="name"/>')
})

test('an error is text under the field, which is marked invalid and described by it', () => {
  const html = renderToString(
    <TextField id="email" label="Email" hint="We answer there" error="Please enter a valid email address" />,
  )
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('aria-describedby="email-hint email-error"')
  expect(html).toContain('<p class="field-error" id="email-error">Please enter a valid email address</p>')
})

test('a field without hint or error has no description', () => {
  const html = renderToString(
    <SelectField label="Property">
      <option>Any</option>
    </SelectField>,
  )
  expect(html).not.toContain('aria-describedby')
  expect(html).not.toContain('aria-invalid')
})
