import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

/** A rule of its own for addresses of email: zod's, or a pattern with an `@` between parts. */
const EMAIL_RULE = /\bz\.email\(|\.email\((?=\)|['"`{A-Z])|\/[^/\n]*[\])+*}]\\?@[\\[(.\w][^/\n]*\/[dgimsuvy]*/g
/** A rule of its own for telephone numbers. */
const PHONE_RULE = /\bz\.e164\(|\.e164\(|\/\^?\(?:?\\?\+\??[^/\n]*\\d[^/\n]*\/[dgimsuvy]*/g

/** The rule itself, and patterns that are about something else. */
const OTHERS: Record<string, string> = {
  'app/features/calendar-sync/reading/moments.server.ts': 'offsets of time zones',
  'app/features/inbox/bounce.server.ts': 'Message-IDs of ours',
  'app/shared/input/email-address.ts': 'the rule of addresses',
  'app/shared/input/typed-text.ts': 'the rule of telephone numbers',
}

const rulesIn = (code: string) => [...(code.match(EMAIL_RULE) ?? []), ...(code.match(PHONE_RULE) ?? [])]

test('addresses of email and telephone numbers have one rule each', () => {
  const files = listFiles().filter((file) => /^(?:app|server|content|vite)\/.*(?<!\.test)\.tsx?$/.test(file))
  const found = files
    .filter((file) => rulesIn(readText(file)).length > 0)
    .map((file) => `${file}: ${rulesIn(readText(file))}`)
  expect(found.map((one) => one.replace(/: .*/s, ''))).toEqual(Object.keys(OTHERS).sort())
})

test.each([
  ['z.email(EMAIL)', 1],
  ["z.string().email('no')", 1],
  ['z.string().email()', 1],
  ['/^[^\\s@]+@[^\\s@]+$/.test(text)', 1],
  ['/\\S+@\\S+\\.\\S+/', 1],
  ['/^\\+?[\\d\\s().-]+$/.test(text)', 1],
  ['z.e164()', 1],
  ['emailInput(EMAIL)', 0],
  ['person.email(services)', 0],
  ["import x from '@scope/name'", 0],
])('a rule is found: %s', (code, count) => {
  expect(rulesIn(code)).toHaveLength(count)
})
