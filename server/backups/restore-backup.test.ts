import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { isNotNull } from 'drizzle-orm'
import tar from 'tar-stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { getGuestPage } from '#app/features/bookings/guest-page/guest-page.server.ts'
import { sendDueMessages } from '#app/features/guest-messages/send-messages.server.ts'
import { issueState } from '#app/features/newsletter/issues.ts'
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscriptions,
} from '#app/features/newsletter/newsletter.tables.server.ts'
import { sendNewsletterIssues } from '#app/features/newsletter/send-issues.server.ts'
import { webhookDeliveries } from '#app/features/webhooks/webhooks.tables.server.ts'
import type { Clock } from '#app/platform/clock.server.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import {
  atSite,
  backupOf,
  fillSite,
  imagesOf,
  KINDS,
  lacks,
  newPlace,
  openedFile,
  type Place,
  silent,
  sumsOf,
} from '#test/backup-places.ts'
import { makeBooking, makePricedProperty, makeSite, NOON } from '#test/factories.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { openServices } from '../startup/services.ts'
import { explainExit } from '../startup/start-refused.ts'
import { readParts } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { MANIFEST } from './manifest.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'

const folder = temporaryFolder()

test.skipIf(lacks('postgres'))(
  'a backup moves a site from the embedded database to PostgreSQL and back, with every row and image',
  async () => {
    const first = await newPlace(folder, 'embedded')
    const before = await atSite(first, async (services) => {
      await fillSite(services)
      await makeBackup(services)
      const [stay] = await services.db.select({ token: bookings.token }).from(bookings)
      return { sums: await sumsOf(services), images: await imagesOf(services), token: stay?.token ?? '' }
    })
    let from = first
    for (const kind of ['postgres', 'embedded'] as const) {
      const next = await newPlace(folder, kind)
      const restored = await restoreBackup(next, silent, openedFile(await backupOf(from)))
      const after = await atSite(next, async (services) => {
        const found = { sums: await sumsOf(services), images: await imagesOf(services) }
        expect(await getGuestPage(services, before.token)).toMatchObject({ token: before.token })
        // Waiting webhooks may have been delivered since.
        expect(await services.db.$count(webhookDeliveries)).toBeGreaterThan(0)
        expect(await services.db.$count(webhookDeliveries, isNotNull(webhookDeliveries.nextAt))).toBe(0)
        await makeBackup(services)
        return found
      })
      expect(after.images).toEqual(before.images)
      // The mail that waited is now one that failed, once.
      expect(restored.heldMail).toBe(kind === 'postgres' ? 1 : 0)
      const { mail, email_logs, ...others } = after.sums
      // Waiting or due messages may have been sent since. `installation` says when messages were looked through.
      const changed = ['backups', 'installation', 'webhook_deliveries', 'newsletter_issues', 'stay_messages']
      expect(without(others, changed)).toEqual(without(before.sums, ['mail', 'email_logs', ...changed]))
      expect([mail?.split(' ')[0], email_logs?.split(' ')[0]]).toEqual(['1', '2'])
      from = next
    }
  },
)

test('a restored site sends nothing again that may have left after the backup', async () => {
  const first = await newPlace(folder, 'embedded')
  const evening = (minutes: number) => ({ now: () => new Date(Date.parse('2027-07-01T22:30:00Z') + minutes * 60_000) })
  /** Automatic messages of a site. */
  async function recipients(services: Services, clock: Clock) {
    await sendNewsletterIssues({ ...services, clock })
    await sendDueMessages({ ...services, clock }, new AbortController().signal)
    return (await services.jobs.findJobs<Mail>('mail')).map(({ data }) => data.to).sort()
  }
  await atSite(first, async (services) => {
    const { db } = services
    await makeSite(db)
    const property = await makePricedProperty(db, { timeZone: 'America/Denver' })
    const ada = { status: 'confirmed', guestEmail: 'ada@guests.example' } as const
    await makeBooking(db, property, { from: '2027-07-02', to: '2027-07-06' }, ada)
    const [reader] = await db
      .insert(newsletterSubscriptions)
      .values({ email: 'reader@example.com', isActive: true, confirmedAt: NOON })
      .returning()
    const [issue] = await db
      .insert(newsletterIssues)
      .values({ subject: 'Snow', body: 'Hello', readers: 1, createdAt: NOON, startedAt: NOON })
      .returning()
    await db.insert(newsletterDeliveries).values({ issueId: issue?.id ?? '', subscriptionId: reader?.id ?? '' })
    await makeBackup(services)
    expect(await recipients(services, evening(0))).toEqual(['ada@guests.example', 'reader@example.com'])
  })
  const next = await newPlace(folder, 'embedded')
  const { skipped } = await restoreBackup(next, silent, openedFile(await backupOf(first)), evening(60))
  expect(skipped).toMatchObject([{ moments: ['day-before'] }])
  await atSite(next, async (services) => {
    expect(await recipients(services, evening(65))).toEqual([])
    const [issue] = await services.db.select().from(newsletterIssues)
    expect(issue && issueState(issue)).toBe('stopped')
  })
})

const without = (sums: Record<string, string>, names: string[]) =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !names.includes(name)))

describe.each(KINDS)('a backup (%s)', (kind) => {
  test.skipIf(lacks(kind))('is restored into no place that is filled or in use', async () => {
    const place = await newPlace(folder, kind)
    await atSite(place, async (services) => {
      await fillSite(services)
      await makeBackup(services)
      const used = restoreBackup(place, silent, openedFile(await backupOf(place)))
      await expect(used).rejects.toThrow('Another process is using')
    })
    await expect(restoreBackup(place, silent, openedFile(await backupOf(place)))).rejects.toThrow(
      'This database is not empty',
    )
  })

  test.skipIf(lacks(kind))('that was restored only partly is no site, and is restored anew', async () => {
    const place = await newPlace(folder, 'embedded')
    await atSite(place, async (services) => {
      await fillSite(services)
      await makeBackup(services)
    })
    const file = await backupOf(place)
    const next = await newPlace(folder, kind)
    let opens = 0
    const blocked = restoreBackup(next, silent, () => {
      opens += 1
      // The archive is read to check it, to load its rows, and for its mail. Then the disk fails.
      if (opens === 4) throw new Error('the disk failed')
      return createReadStream(file)
    })
    await expect(blocked).rejects.toThrow('the disk failed')
    await expect(openServices(next, silent)).rejects.toThrow('A restore into this database began and did not end.')
    await restoreBackup(next, silent, openedFile(file))
    await atSite(next, async ({ db }) => expect(await db.$count(bookings)).toBeGreaterThan(0))
  })
})

describe('a stored backup', () => {
  let place: Place
  let file: string
  beforeAll(async () => {
    place = await newPlace(folder, 'embedded')
    await atSite(place, async (services) => {
      await fillSite(services)
      await makeBackup(services)
    })
    file = await backupOf(place)
  })
  const checkOf = (changed: string) => checkBackup(place, silent, openedFile(changed))

  test('is checked in a place of its own, which is removed', async () => {
    const { manifest, broken } = await checkOf(file)
    expect(broken).toEqual([])
    expect(manifest.images.missing).toEqual([])
    expect(await readdir(place.dataDir)).not.toContain('backup.new')
  })

  test('that was cut off or changed is refused, and the part is named', async () => {
    const bytes = await readFile(file)
    const changed = path.join(folder, 'changed.tar')
    const at = (text: string) => bytes.indexOf(text)
    const flipped = (from: number) => {
      const copy = Buffer.from(bytes)
      copy[from] = (copy[from] ?? 0) ^ 1
      return copy
    }
    const image = at('images/')
    const cases: [Buffer, RegExp][] = [
      [bytes.subarray(0, image + 700), /cut off or damaged at images\//],
      [bytes.subarray(0, image), /cut off or damaged at its manifest/],
      [bytes.subarray(0, -1024 - 512), /manifest/],
      [flipped(at('database/bookings.jsonl.gz') + 512 + 30), /database\/bookings\.jsonl\.gz is damaged/],
      [flipped(image + 512 + 100), /images\/\S+ is damaged/],
      [flipped(image + 3), /cut off or damaged/],
      [Buffer.from('no tar at all'), /cut off or damaged/],
      [Buffer.alloc(0), /cut off or damaged/],
    ]
    for (const [content, words] of cases) {
      await writeFile(changed, content)
      await expect(checkOf(changed), String(words)).rejects.toThrow(words)
      const target = await newPlace(folder, 'embedded')
      await expect(restoreBackup(target, silent, openedFile(changed))).rejects.toThrow(words)
      expect(await readdir(target.dataDir).catch(() => [])).toEqual([])
    }
  })

  /** The archive with other content, whose sums fit it. */
  async function rewritten(change: (name: string, content: Buffer) => { name: string; content: Buffer }) {
    const pack = tar.pack()
    const bytes = buffer(pack)
    const parts: Record<string, string> = {}
    await readParts(createReadStream(file), async (name, part) => {
      const content = await buffer(part)
      const changed = name === MANIFEST ? { name, content } : change(name, content)
      if (name !== MANIFEST) parts[changed.name] = createHash('sha256').update(changed.content).digest('hex')
      const manifest = () => Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), parts }))
      pack.entry({ name: changed.name }, name === MANIFEST ? manifest() : changed.content)
    })
    pack.finalize()
    return bytes
  }
  const ROWS = 'database/bookings.jsonl.gz'
  const withRows = (content: Buffer) => rewritten((name, own) => ({ name, content: name === ROWS ? content : own }))

  test('whose content was made by somebody else is refused in a sentence, and never waited for', async () => {
    const changed = path.join(folder, 'made.tar')
    const folderWithContent = Buffer.from(await readFile(file))
    const at = folderWithContent.indexOf(ROWS)
    folderWithContent.write('5', at + 156)
    folderWithContent.fill(' ', at + 148, at + 156)
    const sum = folderWithContent.subarray(at, at + 512).reduce((total, byte) => total + byte, 0)
    folderWithContent.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1')
    const cases: [Buffer, RegExp][] = [
      [folderWithContent, /is no file in this backup/],
      [
        await rewritten((name, content) => ({ name: name.replace('images/', 'images/../../'), content })),
        /no name of an image/,
      ],
      [await withRows(Buffer.from('no rows')), /rows of bookings can’t be read/],
      [await withRows(gzipSync('["not the id of a booking"]\n')), /rows of bookings can’t be read/],
      [await withRows(gzipSync('{ no JSON\n')), /rows of bookings can’t be read/],
    ]
    for (const [content, words] of cases) {
      await writeFile(changed, content)
      const error = await checkOf(changed).catch((refused) => refused)
      expect(explainExit(error), String(words)).toMatch(words)
      expect(explainExit(error)).not.toContain('    at ')
    }
    const target = await newPlace(folder, 'embedded')
    const refused = await restoreBackup(target, silent, openedFile(changed)).catch((reason) => reason)
    expect(explainExit(refused)).toMatch(/^The rows of bookings can’t be read[^\n]*$/)
  })
})
