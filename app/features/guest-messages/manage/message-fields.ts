import { MAILS, type MessageText } from '#app/features/bookings/moments.ts'
import type { MailMoment } from '#app/features/bookings/stay-moments.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'

/** The text of a message, for the site, a home, or one guest. */
export const TEXT_FIELDS: RecordFields<MessageText> = {
  subject: { kind: 'line', label: 'Subject', max: 150, missing: 'Please enter a subject' },
  body: { kind: 'text', label: 'Text', max: 5000, rows: 8, missing: 'Please enter a text' },
}

export const MESSAGE_FIELDS: RecordFields<MessageText & { on: boolean }> = {
  on: { kind: 'check', label: 'Send it' },
  ...TEXT_FIELDS,
}

const PARAGRAPH: RecordFields<{ body: string }> = {
  body: {
    kind: 'text',
    label: 'Your own paragraph',
    hint: 'It stands among what the site says of the stay and the money. If a placeholder has no value for a stay, the paragraph is left out.',
    max: 2000,
    rows: 6,
    optional: true,
    empty: '',
  },
}

export const PARAGRAPH_FIELDS: RecordFields<{ on: boolean; body: string }> = {
  on: { kind: 'check', label: 'Send this email' },
  ...PARAGRAPH,
}

/** Of an email that always leaves, there is no switch. */
export const paragraphFields = (moment: MailMoment) => (MAILS[moment].canBeOff ? PARAGRAPH_FIELDS : PARAGRAPH)
