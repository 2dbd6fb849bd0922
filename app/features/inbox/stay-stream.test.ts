import { expect, test } from 'vitest'
import { isShown, streamOf } from './stay-stream.ts'

const at = (time: string) => ({ at: time, time: `2027-06-${time}:00.000Z` })

const PARTS: Parameters<typeof streamOf>[0] = {
  history: [
    { toStatus: 'pending', cause: 'guest', operatorName: null, reason: null, ...at('01T08:00') },
    { toStatus: 'confirmed', cause: 'operator', operatorName: 'Mia', reason: null, ...at('02T09:00') },
  ],
  specialRequests: 'A cot, please.',
  mails: [
    {
      to: 'bo@example.com',
      subject: 'We received it',
      status: 'sent',
      error: null,
      emptyInParagraph: [],
      ...at('01T08:00'),
    },
  ],
  ledger: [{ kind: 'paid-elsewhere', amount: 50_000, note: 'check 7', operatorName: 'Mia', ...at('04T10:00') }],
  messages: [
    {
      id: 'm1',
      kind: 'out',
      subject: 'Re',
      text: 'Of course.',
      by: 'Mia',
      delivery: 'sent',
      error: null,
      ...at('01T12:00'),
    },
  ],
  changes: [{ id: 'c1', words: 'Stay moved', by: 'Mia', ...at('03T10:00') }],
  sees: { money: true, contacts: true },
}

const kinds = (parts: Partial<typeof PARTS> = {}) => streamOf({ ...PARTS, ...parts }).map(({ kind }) => kind)

test('everything about a stay is in order of time, what belongs together by its cause', () => {
  expect(kinds()).toEqual(['change', 'request', 'email', 'message', 'change', 'change', 'money'])
  expect(streamOf(PARTS).flatMap((item) => (item.kind === 'change' ? [item.words] : []))).toEqual([
    'Requested by the guest',
    'Confirmed by Mia',
    'Stay moved by Mia',
  ])
})

test('who may not see money gets no payments, and who may not see contacts gets nothing that was written', () => {
  expect(kinds({ sees: { money: false, contacts: true } })).not.toContain('money')
  expect(kinds({ sees: { money: true, contacts: false } })).toEqual(['change', 'change', 'change', 'money'])
})

test('a filter shows what was written, or what was changed and paid', () => {
  const shown = (filter: Parameters<typeof isShown>[1]) =>
    streamOf(PARTS)
      .filter((item) => isShown(item, filter))
      .map(({ kind }) => kind)
  expect(shown('messages')).toEqual(['request', 'email', 'message'])
  expect(shown('changes')).toEqual(['change', 'change', 'change', 'money'])
  expect(shown('everything')).toHaveLength(7)
})
