import { expect, test } from 'vitest'
import { createLog } from './log.server.ts'
import { wordsOfLogLine } from './log-words.server.ts'

function words(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const log = createLog('debug', {
    write: (line) => {
      text += wordsOfLogLine(line)
    },
  })
  write(log)
  return text.replaceAll(/^\d\d:\d\d:\d\d /gm, 'TIME ')
}

test('a person at a terminal reads the level, the message, its event and its fields in one line', () => {
  const text = words((log) => {
    log.info({ event: 'content.loaded', properties: 4 }, 'the initial content is loaded')
    log.warn({ event: 'site.demo-content', page: 'a b' }, 'Sample rates are shown')
  })
  expect(text).toBe(
    'TIME the initial content is loaded (content.loaded) properties=4\nTIME warning Sample rates are shown (site.demo-content) page="a b"\n',
  )
})

test('a request is a short line, and cannot change the terminal', () => {
  const request = { event: 'request.answered', id: 'x', method: 'GET', path: '/\u001b[2Jsearch', status: 200, ms: 12 }
  expect(words((log) => log.info(request as { event: 'request.answered' }, 'request'))).toBe(
    'TIME GET /[2Jsearch 200 12 ms\n',
  )
})

test('an error comes with its message, its stack and its cause', () => {
  const err = new Error('the disk is full', { cause: new TypeError('no space') })
  const text = words((log) => log.error({ event: 'mail.failed', err }, 'a mail was not sent'))
  expect(text).toMatch(/^TIME error a mail was not sent \(mail\.failed\)\n {2}Error: the disk is full\n +at /)
  expect(text).toMatch(/\n {2}caused by\n {2}TypeError: no space\n +at /)
})
