import { expect, test } from 'vitest'
import { readConfig } from '../config.server.ts'
import { createLog } from '../log.server.ts'
import { checkHoneypot } from './honeypot.server.ts'

function site(environment: Record<string, string> = {}) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const services = { config: readConfig(environment), log }
  return { check: (sent: FormData | Record<string, unknown>) => checkHoneypot(services, 'contact', sent), lines }
}
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const message = { name: 'Dana', message: 'Is there a fence?' }

test('a form sent by a person is accepted, with JavaScript and without', () => {
  const { check, lines } = site()
  for (const sent of [message, { ...message, websiteUrl: '' }, { ...message, websiteUrl: ' ' }]) {
    expect(check(sent)).toBeNull()
    expect(check(formOf(sent))).toBeNull()
  }
  expect(check({ ...message, websiteUrl: '', openMs: 1500 })).toBeNull()
  expect(check({ ...message, websiteUrl: null, openMs: 'soon' })).toBeNull()
  expect(lines).toEqual([])
})

test('a filled honeypot field reveals a bot, and the log contains no submitted values', () => {
  const { check, lines } = site()
  for (const websiteUrl of ['https://pills.example', 'x', 7, ['x'], true]) {
    expect(check({ ...message, websiteUrl })).toBe('filled')
    expect(check(formOf({ ...message, websiteUrl: String(websiteUrl) }))).toBe('filled')
  }
  expect(lines).toHaveLength(10)
  expect(lines.join()).toContain('"form":"contact"')
  expect(lines.join()).not.toMatch(/pills|Dana|fence/)
})

test('a form sent too soon after it opened has to be sent again, unless limits are off', () => {
  for (const openMs of [0, 1499, -5]) {
    expect(site().check({ ...message, openMs })).toBe('too-quick')
    expect(site({ RATE_LIMIT: 'off' }).check({ ...message, openMs })).toBeNull()
  }
})
