import type { RecordColumn } from '#app/shared/record-columns.ts'
import { OR_NULL, type RecordFields } from '#app/shared/record-fields.ts'
import { firstWords } from '#app/shared/words.ts'
import type { Host } from '../host.ts'
import type { Question, StoredGuide } from './property-content.ts'

const NOT_SHOWN = 'What you leave empty is not shown.'

/** The photo has a form of its own. */
export const HOST_FIELDS: RecordFields<Omit<Host, 'image' | 'sample'>> = {
  firstName: { kind: 'line', label: 'First name', hint: NOT_SHOWN, max: 40, optional: true },
  about: { kind: 'text', label: 'A sentence or two', max: 400, optional: true },
  phone: { kind: 'phone', label: 'Number to call', optional: true },
  text: { kind: 'phone', label: 'Number to text', optional: true },
}

export const LICENSE_FIELDS: RecordFields<{ license: string | null }> = {
  license: {
    kind: 'line',
    label: 'License number',
    hint: 'Empty: not shown. Your town may ask for it.',
    max: 100,
    ...OR_NULL,
  },
}

export const NO_QUESTION = 'Please enter a question'

export const QUESTION_FIELDS: RecordFields<Question> = {
  question: { kind: 'line', label: 'Question', max: 200, missing: NO_QUESTION },
  answer: { kind: 'text', label: 'Answer', max: 2000, missing: 'Please enter the answer' },
}

export const QUESTION_COLUMNS: readonly RecordColumn<Question>[] = [
  'question',
  { heading: 'Answer', words: ({ answer }) => firstWords(answer) },
]

const longText = { ...OR_NULL, kind: 'text', max: 5000 } as const
const shortLine = { ...OR_NULL, kind: 'line', max: 100 } as const

export const GUIDE_FIELDS: RecordFields<Omit<StoredGuide, 'sample'>> = {
  shownDays: { kind: 'number', label: 'Shown, in days before check-in', hint: NOT_SHOWN, min: 0, max: 365 },
  directions: { ...longText, label: 'Directions', rows: 5, hint: 'An empty line begins a paragraph.' },
  parking: { ...longText, label: 'Parking' },
  doorCode: {
    ...shortLine,
    label: 'Door code',
    hint: 'History says that it changed, never what it is: a change of it can’t be undone.',
  },
  wifiName: { ...shortLine, label: 'Wi-Fi network' },
  wifiPassword: { ...shortLine, label: 'Wi-Fi password' },
  houseManual: { ...longText, label: 'House manual', rows: 6 },
  localTips: { ...longText, label: 'Local tips', rows: 5 },
  nightContact: { ...shortLine, label: 'Whom to call at night', hint: 'Such as: our on-call host' },
  nightPhone: { ...OR_NULL, kind: 'phone', label: 'Number at night' },
  codesOpen: {
    kind: 'check',
    label: 'Show door code and Wi-Fi password before a stay is paid. Otherwise they wait for what is due.',
  },
}
