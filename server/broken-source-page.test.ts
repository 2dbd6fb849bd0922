import { expect, test } from 'vitest'
import { brokenSourcePage } from './broken-source-page.ts'

test('a developer reads which file is broken, and where, as plain text', () => {
  const error = Object.assign(new Error('Expected `,` but found <div>'), {
    id: '/site/app/pages/home.tsx',
    loc: { line: 7, column: 3 },
    frame: '\u001b[31m7 | <div>\u001b[0m',
  })
  const page = brokenSourcePage(error)
  expect(page).toContain('<pre>/site/app/pages/home.tsx:7:3</pre>')
  expect(page).toContain('Expected `,` but found &lt;div&gt;')
  expect(page).toContain('<pre>7 | &lt;div&gt;</pre>')
  expect(page).toContain('http-equiv="refresh"')
})

test('whatever was thrown is shown', () => {
  expect(brokenSourcePage('no words')).toContain('no words')
})
