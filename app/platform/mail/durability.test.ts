import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { copyEmbeddedDatabase, openTestPostgres } from '#test/database.ts'
import { withDatabase } from '#test/database-url.ts'
import { openWriter } from '#test/mails/message-writer.ts'
import { lostOrDuplicateMail, sendRemainingMail, writeUntilKilled } from '#test/mails/run-message-writer.ts'

const ROUNDS = process.env.TEST_ALL ? 2 : 1

describe('a process killed while it stores messages and sends mail', () => {
  async function killed(dataDir: string, url: string) {
    const said: string[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      said.push(...(await writeUntilKilled(dataDir, url, 15 * round, 8)))
      expect(lostOrDuplicateMail(said, await sendRemainingMail(dataDir, url))).toEqual([])
    }
    expect(said.length).toBeGreaterThanOrEqual(ROUNDS === 1 ? 15 : 45)
    const { database } = await openWriter(dataDir, url || undefined)
    const { rows } = await database.pool.query<{ id: string }>('select id from inquiries')
    const twice = await database.pool.query(
      `select mail_id from email_logs where status = 'sent' group by mail_id having count(*) > 1`,
    )
    await database.close()
    const stored = new Set(rows.map(({ id }) => id))
    expect(said.filter((id) => !stored.has(id))).toEqual([])
    expect(twice.rows).toEqual([])
  }
  const inFolder = async (work: (dataDir: string) => Promise<void>) => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'killed-'))
    await work(dataDir).finally(() => rm(dataDir, { recursive: true, force: true }))
  }

  test('has every acknowledged message, and sends its mail after the restart (embedded)', async () => {
    await inFolder(async (dataDir) => {
      await copyEmbeddedDatabase(dataDir)
      await killed(dataDir, '')
    })
  }, 180_000)

  // What a kill leaves of claims on a server is in `mail-claims.test.ts`, too.
  test.skipIf(!process.env.TEST_ALL || !inject('postgres'))(
    'the same on a server (PostgreSQL)',
    async () => {
      const database = await openTestPostgres()
      const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
      const url = withDatabase(inject('postgres')?.url ?? '', rows[0]?.name ?? '')
      await inFolder((dataDir) => killed(dataDir, url)).finally(database.close)
    },
    180_000,
  )
})
