import type { RecordColumn } from '#app/shared/record-columns.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { firstWords } from '#app/shared/words.ts'

type DeclineText = { text: string }

export const DECLINE_FIELDS: RecordFields<DeclineText> = {
  text: { kind: 'text', label: 'Message', max: 2000, rows: 8, missing: 'Please enter a text' },
}

export const DECLINE_COLUMNS: readonly RecordColumn<DeclineText>[] = [
  { heading: 'Message', words: ({ text }) => firstWords(text) },
]
