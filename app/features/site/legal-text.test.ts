import { expect, test } from 'vitest'
import { legalDocuments } from '#content/legal/legal-documents.ts'
import { bodyOfText, textOfBody } from './legal-text.ts'

test('a legal text that is shown to be changed is stored as it was', () => {
  for (const stored of legalDocuments) {
    const body = JSON.parse(stored.body)
    expect(bodyOfText(textOfBody(body))).toEqual(body)
  }
})

test('a typed text has paragraphs, lists, and terms with their meaning', () => {
  const typed =
    'What we agree on.\r\n\r\n## Booking\r\nYou ask,\r\nwe answer.\r\n\r\n- Be kind\r\n- Be quiet\r\n\r\n+ Deposit: 30%'
  expect(bodyOfText(typed)).toEqual({
    lead: 'What we agree on.',
    sections: [
      {
        heading: 'Booking',
        paragraphs: ['You ask, we answer.'],
        items: ['Be kind', 'Be quiet'],
        facts: [{ name: 'Deposit', text: '30%' }],
      },
    ],
  })
  expect(bodyOfText('No section.')).toBeNull()
  expect(bodyOfText('## No lead\n\nText.')).toBeNull()
})

test('a term of a legal text ends at its first colon, and without one it is a paragraph', () => {
  const body = bodyOfText(`Lead.\n\n## Terms\n\n+ Deposit: 30%: at once\n\n+${' '.repeat(19_000)}x\n\n+ : nothing`)
  expect(body?.sections[0]?.facts).toEqual([{ name: 'Deposit', text: '30%: at once' }])
  expect(body?.sections[0]?.paragraphs).toEqual([`+${' '.repeat(19_000)}x`, '+ : nothing'])
})
