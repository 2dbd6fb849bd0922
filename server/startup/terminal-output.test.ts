import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { printAddress, timed } from './terminal-output.ts'

function output(isTTY: boolean) {
  let text = ''
  return { isTTY, write: (more: string) => (text += more), text: () => text }
}

test('a demo names its pages on a terminal, and nothing in a pipe', () => {
  const terminal = output(true)
  printAddress(terminal, readConfig({ DATA_DIR: '/data' }), 'http://127.0.0.1:3000')
  for (const place of ['http://127.0.0.1:3000/admin', 'http://127.0.0.1:3000/test', '/data/mail', 'Ctrl-C'])
    expect(terminal.text()).toContain(place)
  const pipe = output(false)
  printAddress(pipe, readConfig({}), 'http://127.0.0.1:3000')
  expect(pipe.text()).toBe('')
})

test('a live site names its public address, and no test page', () => {
  const terminal = output(true)
  printAddress(terminal, readConfig({ SITE_URL: 'https://stay.example' }), 'http://127.0.0.1:3000')
  expect(terminal.text()).toContain('https://stay.example/admin')
  expect(terminal.text()).not.toMatch(/\/test|127\.0\.0\.1/)
})

test('what takes a while is named with its time on a terminal only', async () => {
  const [terminal, pipe] = [output(true), output(false)]
  expect(await timed('Loading the demo', async () => 7, terminal)).toBe(7)
  expect(terminal.text()).toMatch(/^Loading the demo \.\.\.\nLoading the demo took \d+\.\d s\.\n$/)
  await timed(false, async () => 7, terminal)
  await timed('Loading the demo', async () => 7, pipe)
  expect(pipe.text()).toBe('')
})
