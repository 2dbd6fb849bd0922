import { PLACEHOLDERS } from '#app/features/bookings/moments.ts'
import type { RecordColumn } from '#app/shared/record-columns.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { firstWords } from '#app/shared/words.ts'

/** A text that operators answer with again and again. */
type AnswerText = { title: string; body: string }

const HINT = `Placeholders are filled from the person’s stay: ${Object.keys(PLACEHOLDERS)
  .map((name) => `{${name}}`)
  .join(', ')}.`

export const ANSWER_FIELDS: RecordFields<AnswerText> = {
  title: { kind: 'line', label: 'Name', max: 80, missing: 'Please enter a name' },
  body: { kind: 'text', label: 'Text', max: 5000, rows: 8, hint: HINT, missing: 'Please enter a text' },
}

export const ANSWER_COLUMNS: readonly RecordColumn<AnswerText>[] = [
  'title',
  { heading: 'Text', words: ({ body }) => firstWords(body) },
]
