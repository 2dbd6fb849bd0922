import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { openDatabase } from '#app/platform/db/database.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { removeDemo, requireIdleDemo } from './reset.ts'

const dataDir = temporaryFolder()
const config = readConfig({ DATA_DIR: dataDir })
const open = () => openDatabase({ dataDir, log: createLog('silent') })

async function setMode(mode: string) {
  const database = await open()
  await database.pool.query('create table if not exists installation (mode text)')
  await database.pool.query('delete from installation')
  await database.pool.query('insert into installation values ($1)', [mode])
  await database.close()
}

beforeAll(() => setMode('demo'))

test('a demo that nothing uses may be removed', async () => {
  await expect(requireIdleDemo(config)).resolves.toBeUndefined()
})

test('the data of a running site is not removed', async () => {
  const running = await open()
  await expect(requireIdleDemo(config)).rejects.toThrow('The site is running')
  await running.close()
})

test('a live site’s data is not removed, whatever the settings say', async () => {
  await setMode('live')
  await expect(requireIdleDemo(config)).rejects.toThrow('is a live site’s')
  await setMode('demo')
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
