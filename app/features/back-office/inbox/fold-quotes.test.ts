import { describe, expect, it } from 'vitest'
import { foldQuotes } from './fold-quotes.ts'

describe('the copy of earlier emails below an answer', () => {
  it.each([
    [
      'of Gmail',
      'Yes, at 5.\n\nOn Fri, Jan 15, 2027 at 9:00 AM Powder & Cove <hello@example.com> wrote:\n\n> When do you arrive?\n>\n> Ada',
    ],
    [
      'of Gmail on two lines',
      'Yes, at 5.\n\nOn Fri, Jan 15, 2027 at 9:00 AM Powder & Cove\n<hello@example.com> wrote:\n> When do you arrive?',
    ],
    [
      'of Outlook',
      'Yes, at 5.\n\n________________________________\nFrom: Powder & Cove <hello@example.com>\nSent: Friday\nWhen do you arrive?',
    ],
    [
      'of Outlook without a line',
      'Yes, at 5.\r\n\r\nFrom: Powder & Cove <hello@example.com>\r\nSent: Friday\r\n\r\nWhen do you arrive?',
    ],
    ['of an old program', 'Yes, at 5.\n\n-----Original Message-----\nFrom: hello@example.com\nWhen do you arrive?'],
    ['without marks', 'Yes, at 5.\n\nOn Friday, Powder & Cove wrote:\n\nWhen do you arrive?'],
    ['with marks alone', 'Yes, at 5.\n\n> When do you arrive?'],
  ])('%s is folded', (_, email) => {
    const { text, quoted } = foldQuotes(email)
    expect(text).toBe('Yes, at 5.')
    expect(quoted).toContain('When do you arrive?')
  })

  it.each([
    ['an answer without a copy', 'On Friday we arrive at 5.\n\nAda'],
    ['an answer between the lines', '> When do you arrive?\n\nAt 5.\n\n> Any pets?\n\nA dog.'],
    ['a copy with nothing above it', '> When do you arrive?'],
    ['nothing', ''],
  ])('%s stays whole', (_, email) => {
    expect(foldQuotes(email)).toEqual({ text: email.trim(), quoted: '' })
  })

  it('of a hostile text costs no more than its length', () => {
    const hostile = `${'On '.repeat(8_000)}\n${'>'.repeat(10_000)}\n${'From: \n'.repeat(3_000)}${'_'.repeat(10_000)}x`
    expect(foldQuotes(hostile).text.length).toBeGreaterThan(0)
  })
})
