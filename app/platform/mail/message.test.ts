import { expect, test } from 'vitest'
import { NOON } from '#test/factories.ts'
import { messageOf } from './message.server.ts'

test.each([
  [undefined, '<id@example.com>'],
  [{ References: '<first@guest.example>' }, '<first@guest.example> <id@example.com>'],
])('an email names itself in its thread, for relays that write another Message-ID', (headers, references) => {
  const mail = { to: 'bo@example.com', subject: 'Towels', html: '', template: 'answer', headers }
  const from = { name: 'Inn', address: 'stay@example.com' }
  const message = messageOf({ id: 'id', writtenAt: NOON, mail, from })
  expect(message.messageId).toBe('<id@example.com>')
  expect(message.headers.References).toBe(references)
})
