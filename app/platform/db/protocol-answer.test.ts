import { expect, test } from 'vitest'
import { findBrokenAnswer } from './protocol-answer.server.ts'

function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(type, 0)
  bytes.writeInt32BE(4 + body.length, 1)
  bytes.write(body, 5, 'latin1')
  return bytes
}
const READY = message('Z', 'I')
const error = (severity: string) => message('E', `S${severity}\0V${severity}\0C53100\0Mno space left\0\0`)

test('an answer that ends with ReadyForQuery is complete, also after an error', () => {
  for (const answer of [
    [message('T', '\0\0'), message('D', 'Z\0\0\0\x05I'), message('C', 'SELECT 1\0'), READY],
    [error('ERROR'), READY],
    [message('C', 'BEGIN\0'), READY, message('C', 'COMMIT\0'), READY],
  ]) {
    expect(findBrokenAnswer(Buffer.concat(answer))).toBeNull()
  }
})

test('FATAL and PANIC name their reason', () => {
  for (const severity of ['FATAL', 'PANIC']) {
    const broken = { message: `${severity}: no space left`, code: '53100' }
    expect(findBrokenAnswer(error(severity))).toEqual(broken)
    expect(findBrokenAnswer(Buffer.concat([error(severity), READY]))).toEqual(broken)
  }
})

test('an empty answer and one that is cut off are broken, even if its last bytes look like ReadyForQuery', () => {
  expect(findBrokenAnswer(new Uint8Array())).toEqual({ message: 'an empty answer' })
  const cutOff = { message: 'an incomplete answer' }
  expect(findBrokenAnswer(message('C', 'SELECT 1\0'))).toEqual(cutOff)
  expect(findBrokenAnswer(READY.subarray(0, 4))).toEqual(cutOff)
  expect(findBrokenAnswer(message('D', 'Z\0\0\0\x05I'))).toEqual(cutOff)
})
