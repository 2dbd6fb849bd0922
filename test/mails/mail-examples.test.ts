import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textOf } from '#app/platform/mail/message.server.ts'
import { mailExamples } from './mail-examples.ts'

const examples = mailExamples('https://stay.example')

test('every mail that the site sends has an example', () => {
  const written = globSync(['app/features/**/*.mail.tsx', 'app/features/bookings/moments.ts']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:template: |^export const [A-Z_]+ = )'([a-z-]+)'/gm)].map(
      ([, template]) => template,
    ),
  )
  expect(written.length).toBeGreaterThan(25)
  expect([...new Set(examples.map(({ template }) => template))].sort()).toEqual([...new Set(written)].sort())
})

test.each(examples)('$template: begins with its heading and a sentence, in the plain text, too', ({ html }) => {
  const [brand, heading, ...rest] = textOf(html).split('\n\n')
  expect(brand).toContain('Powder & Cove')
  expect(heading).toBeTruthy()
  // A greeting may come before the sentence; a table may not.
  const sentence = rest.find((paragraph) => !/^(?:Hi \p{L}+|Hello),$/u.test(paragraph)) ?? ''
  expect(sentence.replace(/\s+/g, ' ')).toMatch(/[.:]$/)
  expect(sentence).not.toMatch(/:\s{2,}/)
})

test.each(examples)('$template: names the site by its own address only', ({ html }) => {
  for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect(address).toMatch(/^(?:https:\/\/stay\.example\/|https:\/\/stay\.example$|mailto:)/)
  }
})
