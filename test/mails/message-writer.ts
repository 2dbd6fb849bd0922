import { pino } from 'pino'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrateJobs, openJobs } from '#app/platform/jobs/jobs.server.ts'
import { enqueueMail, type Mail } from '#app/platform/mail/mail.server.ts'
import { releaseClaims, startMailWorker } from '#app/platform/mail/mail-worker.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { makeSite, testServices } from '../factories.ts'
import { migrationsFolder } from '../migrations.ts'

/** Stores a guest's message with one email to the guest and one to the operator, in one transaction. Returns its id. */
async function writeMessage(services: Services): Promise<string> {
  const id = crypto.randomUUID()
  const text = 'Is the dock open in May? We are two families with small children.'
  const mail = (to: string, template: string): Mail => ({
    to,
    template,
    subject: `Message ${id}`,
    html: `<p>${text}</p>`.repeat(20),
    payload: { id },
  })
  await services.db.transaction(async (tx) => {
    await tx.insert(inquiries).values({ id, name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: text })
    await enqueueMail(services, tx, [mail('ada@example.com', 'to-guest'), mail('hello@example.com', 'to-operator')])
  })
  return id
}

/** Services on a migrated database; email is written to `dataDir`. */
export async function openWriter(dataDir: string, url?: string): Promise<{ services: Services; database: Database }> {
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ url, dataDir, log })
  await migrate(database, migrationsFolder)
  await migrateJobs(database, log)
  await makeSite(database.db)
  const services = testServices(database, { jobs: await openJobs(database, log), clock: { now: () => new Date() } })
  return { services: { ...services, config: { ...services.config, dataDir } }, database }
}

/**
 * The program: stores messages from `clients` clients and sends their email. It prints each id on its own line after
 * the commit, until it is killed. Without clients it only sends pending email and exits.
 */
if (process.argv[1] === import.meta.filename) {
  const [dataDir = '', url = '', clients = '0'] = process.argv.slice(2)
  const { services, database } = await openWriter(dataDir, url || undefined)
  // On a server another process could hold a claim for minutes; here that process was killed.
  await releaseClaims(services.jobs)
  const worker = await startMailWorker(services)
  const write = async (): Promise<never> => {
    for (;;) process.stdout.write(`${await writeMessage(services)}\n`)
  }
  await Promise.all(Array.from({ length: Number(clients) }, write))
  while ((await database.pool.query(`select from pgboss.job where name = 'mail' limit 1`)).rows.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await worker.stop()
  await database.close()
}
