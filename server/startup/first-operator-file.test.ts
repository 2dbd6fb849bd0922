import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '#app/platform/log.server.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { OWN_FILES } from './data-folder.ts'
import { FIRST_OPERATOR_FILE, writeFirstOperatorLink } from './first-operator-file.ts'

const SECRET = 'k'.repeat(43)
const link = {
  url: `https://stay.example/first-operator/${SECRET}`,
  expiresAt: new Date('2027-06-01T19:00:00Z'),
}

test('the link of the first operator is in a file of the site’s user, and neither in the log nor in a pipe', () => {
  const dataDir = temporaryFolder()
  const [lines, piped, shown]: string[][] = [[], [], []]
  const log = createLog('debug', { write: (line) => void lines?.push(line) })
  const file = path.join(dataDir, FIRST_OPERATOR_FILE)
  const told = { dataDir, log }
  writeFirstOperatorLink({ ...told, link, output: { write: (text) => piped?.push(text) } })
  expect([readFileSync(file, 'utf8'), (statSync(file).mode & 0o777).toString(8)]).toEqual([`${link.url}\n`, '600'])
  expect(`${lines?.join('')}${piped?.join('')}`).not.toContain(SECRET)
  expect(lines?.join('')).toContain(file)
  writeFirstOperatorLink({ ...told, link, output: { isTTY: true, write: (text) => shown?.push(text) } })
  expect(shown?.join('')).toContain(link.url)
  expect(lines?.join('')).not.toContain(SECRET)
  writeFirstOperatorLink({ ...told, link: null, output: { write: (text) => piped?.push(text) } })
  expect(existsSync(file), 'once somebody can sign in').toBe(false)
  expect(OWN_FILES).toContain(FIRST_OPERATOR_FILE)
})
