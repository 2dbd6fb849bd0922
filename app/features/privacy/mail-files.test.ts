import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { removeMailFilesAbout } from './mail-files.server.ts'

const folder = temporaryFolder()

test.each([
  ['bob&sue@example.com', 'To: bob&sue@example.com', true],
  ['guest/room=1@example.com', 'To: guest/room=1@example.com', true],
  ['ann@example.com', 'To: Ann <ANN@example.com>', true],
  ['ann@example.com', 'Reply to ann@exam=\r\nple.com.', true],
  ['ann@example.com', 'mailto:ann@example.com?x', true],
  ['sue@example.com', 'To: bob&sue@example.com', false],
  ['ann@example.com', 'To: joann@example.com', false],
  ['ann@example.com', 'To: ann@example.com.au', false],
])('erasing %s finds the file with %j: %s', async (email, text, isFound) => {
  const mail = path.join(folder, 'mail')
  await mkdir(mail, { recursive: true })
  await writeFile(path.join(mail, '2027-06-01T10-00-00.eml'), text)
  await removeMailFilesAbout({ config: { ...readConfig({}), dataDir: folder } }, email)
  expect(await readdir(mail)).toHaveLength(isFound ? 0 : 1)
})
