import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { envExample, exampleFile, pageFile, providersFile, providersPage, settingsPage } from './settings-table.ts'

const OUT_OF_DATE = 'run "npm run settings" and commit what it writes'

test('.env.example matches the settings schema', () => {
  expect(readFileSync(exampleFile, 'utf8'), OUT_OF_DATE).toBe(envExample())
})

test('the settings page matches the schema', () => {
  expect(readFileSync(pageFile, 'utf8'), OUT_OF_DATE).toBe(settingsPage())
})

test('the page of the providers has each of them', () => {
  expect(readFileSync(providersFile, 'utf8'), OUT_OF_DATE).toBe(providersPage())
})

test('the example names every setting with its default, and is inactive as it is', () => {
  const lines = envExample().split('\n')
  for (const name of Object.keys(settings.shape))
    expect(lines.filter((line) => line.startsWith(`# ${name}=`))).toHaveLength(1)
  expect(lines).toContain('# PORT=3000')
  expect(lines).toContain('# SITE_URL=')
  expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([])
})

test('the example is valid with every default uncommented', () => {
  const given = [...envExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  expect(readConfig(Object.fromEntries(given))).toEqual(readConfig({}))
})

test('the page names every setting once, with those for tests in their own section', () => {
  const [operators = '', tests = ''] = settingsPage().split('## Settings for tests')
  for (const name of Object.keys(settings.shape)) expect(settingsPage().split(`| \`${name}\` |`)).toHaveLength(2)
  expect(operators).toContain('| `PORT` | `3000` | The port the site listens on. |')
  expect(operators).toContain('| `DATABASE_URL` | none |')
  expect(tests).toContain('| `STRIPE_API_URL` |')
})
