import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, settings } from '#app/platform/config.server.ts'
import { envExample, exampleFile, readmeFile, withSettingsTable } from './settings-table.ts'

const OUT_OF_DATE = 'run "npm run settings" and commit what it writes'

test('.env.example is what the schema of settings says', () => {
  expect(readFileSync(exampleFile, 'utf8'), OUT_OF_DATE).toBe(envExample())
})

test('the table of settings in the README is what the schema says', () => {
  const readme = readFileSync(readmeFile, 'utf8')
  expect(readme, OUT_OF_DATE).toBe(withSettingsTable(readme))
})

test('the example names every setting with its default, and changes nothing as it is', () => {
  const lines = envExample().split('\n')
  for (const name of Object.keys(settings.shape))
    expect(lines.filter((line) => line.startsWith(`# ${name}=`))).toHaveLength(1)
  expect(lines).toContain('# PORT=3000')
  expect(lines).toContain('# SITE_URL=')
  expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([])
})

test('the example is right with every comment of a default taken away', () => {
  const given = [...envExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  expect(readConfig(Object.fromEntries(given))).toEqual(readConfig({}))
})

test('the table replaces what stood between the marks and nothing else', () => {
  const readme = withSettingsTable('# Site\n\n<!-- settings -->\nold\n<!-- /settings -->\n\nThe end.\n')
  expect(readme).toMatch(/^# Site\n\n<!-- settings -->\n\| Setting \| Default \| Meaning \|\n/)
  expect(readme).toContain('| `PORT` | `3000` | The port the site listens on. |')
  expect(readme).toContain('| `DATABASE_URL` | none |')
  expect(readme.endsWith('|\n<!-- /settings -->\n\nThe end.\n')).toBe(true)
  expect(readme).not.toContain('old')
  expect(withSettingsTable(readme)).toBe(readme)
})

test('a README without the marks, or with one of them, is refused in a sentence', () => {
  for (const readme of ['# Site', '<!-- settings -->', '<!-- /settings --> <!-- settings -->']) {
    expect(() => withSettingsTable(readme)).toThrow('README.md needs the lines')
  }
})
