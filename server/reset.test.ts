import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { openDatabase } from '#app/platform/db/database.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { copyEmbeddedDatabase } from '#test/database.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { removeDemo, requireIdleDemo } from './reset.ts'

const dataDir = temporaryFolder()
const config = readConfig({ DATA_DIR: dataDir })
const open = () => openDatabase({ dataDir, log: createLog('silent') })

// Each opening of a database takes seconds, so that one test does what the next needs.
beforeAll(async () => {
  await copyEmbeddedDatabase(dataDir)
  const database = await open()
  await database.pool.query("insert into installation (mode) values ('demo')")
  await database.close()
})

test('a demo that nothing uses may be removed', async () => {
  await expect(requireIdleDemo(config)).resolves.toBeUndefined()
})

test('the data of a running site is not removed, nor that of a live site, whatever the settings say', async () => {
  const running = await open()
  await expect(requireIdleDemo(config)).rejects.toThrow('The site is running')
  await running.pool.query("update installation set mode = 'live'")
  await running.close()
  await expect(requireIdleDemo(config)).rejects.toThrow('is a live site’s')
})

test('with the settings of a live site or of a server nothing is removed', async () => {
  const live = readConfig({ DATA_DIR: dataDir, SITE_URL: 'https://stay.example' })
  await expect(requireIdleDemo(live)).rejects.toThrow('SITE_URL is public')
  const server = readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://stay@localhost/stay' })
  await expect(requireIdleDemo(server)).rejects.toThrow('DATABASE_URL is set')
})

test('a folder without a demo is left as it is', async () => {
  const empty = temporaryFolder()
  await expect(requireIdleDemo(readConfig({ DATA_DIR: empty }))).rejects.toThrow('There is no demo')
  expect(readdirSync(empty)).toEqual([])
})

test('only what the site wrote is removed', () => {
  mkdirSync(path.join(dataDir, 'mail'))
  writeFileSync(path.join(dataDir, 'notes.txt'), 'mine')
  removeDemo(dataDir)
  expect(readdirSync(dataDir)).toEqual(['notes.txt'])
})
