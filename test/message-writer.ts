import { pino } from 'pino'
import { type Database, openDatabase } from '#app/platform/db/database.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { inquiries } from '#app/platform/db/schema.server.ts'
import { enqueueMail, type Mail } from '#app/platform/mail/mail.server.ts'
import { openTransport, startMailWorker } from '#app/platform/mail/mail-worker.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { makeSite, testServices } from './factories.ts'
import { migrationsFolder } from './migrations.ts'

/** What one message of a guest writes: its row, a mail to the guest and one to the operator, in one transaction. Gives its id. */
export async function writeMessage(services: Services): Promise<string> {
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

/** Services on a migrated database; mail goes into `dataDir`. */
export async function openWriter(dataDir: string, url?: string): Promise<{ services: Services; database: Database }> {
  const database = await openDatabase({ url, dataDir, log: pino({ level: 'silent' }) })
  await migrate(database, migrationsFolder)
  await makeSite(database.db)
  const services = testServices(database, { clock: { now: () => new Date() } })
  return { services: { ...services, config: { ...services.config, dataDir } }, database }
}

/**
 * As a process: writes messages from `clients` clients and sends their mail, and says the id of each on a line of its own once
 * it is committed, until it is killed. Without clients it only sends what waits, and ends.
 */
if (process.argv[1] === import.meta.filename) {
  const [dataDir = '', url = '', clients = '0'] = process.argv.slice(2)
  const { services, database } = await openWriter(dataDir, url || undefined)
  const worker = startMailWorker(services, openTransport(services.config), {
    idle: 20,
    send: 10_000,
    renew: 30_000,
    stop: 1000,
    // On a server the mail that the killed process had taken has to be seen as lost at once.
    lost: url ? 1 : 150_000,
  })
  const write = async (): Promise<never> => {
    for (;;) process.stdout.write(`${await writeMessage(services)}\n`)
  }
  await Promise.all(Array.from({ length: Number(clients) }, write))
  while ((await database.pool.query('select from pgboss.job limit 1')).rows.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await worker.stop()
  await database.close()
}
