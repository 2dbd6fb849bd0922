import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { instantOfWallTime } from '#app/shared/wall-time.ts'
import { buildIfNeeded } from '#server/build.ts'
import { withDatabase } from '#test/database-url.ts'
import { randomFrom, SEED } from '#test/seed.ts'
import { type ImapServer, noImapServer, startImapServer } from '#test/servers/imap-server.ts'
import { findPostgres } from '#test/servers/postgres-server.ts'
import { startSmtpServer } from '#test/servers/smtp-server.ts'
import { formHeaders } from '../operator-session.ts'
import { freePort, type Site, startSite } from '../site.ts'
import { propertyOf, type Slug } from '../stays.ts'

/**
 * A season of two stays in two time zones, with real mail servers. The clock is moved from moment to moment, and the
 * site is killed before and after each. Every message leaves at its moment, once, also those about payments. A guest's
 * answer is in the inbox, and a review that was asked for is published.
 */
const CLOCK = path.resolve(import.meta.dirname, '../set-clock.ts')
const OPENS = '2027-03-01T18:00:00Z'
const MINUTE = 60_000
const NIGHTS = 4
const ZONES = { 'large-luxury': 'America/Denver', 'lake-keowee': 'America/New_York' } satisfies Partial<
  Record<Slug, string>
>
type Property = keyof typeof ZONES
const PROPERTIES = Object.keys(ZONES) as Property[]

/** The day of a booking on which all of it has to be paid. */
const DUE_DAYS = 8

/**
 * The messages to a guest: so many days after a day of the stay, at this hour at the home. The subject has these words.
 */
const MOMENTS = [
  { after: 'booking', days: DUE_DAYS - 3, hour: 10, subject: 'is due on' },
  { after: 'booking', days: DUE_DAYS + 1, hour: 10, subject: 'We haven’t received' },
  { after: 'check-in', days: -14, hour: 10, subject: 'Your arrival guide' },
  { after: 'check-in', days: -1, hour: 16, subject: 'See you tomorrow' },
  { after: 'check-in', days: 1, hour: 9, subject: 'Is everything as you hoped?' },
  { after: 'check-out', days: -1, hour: 17, subject: 'Checking out of' },
  { after: 'check-out', days: 1, hour: 11, subject: 'Thank you for staying' },
  { after: 'check-out', days: 2, hour: 11, subject: 'How was' },
] as const

const guestOf = (property: Property) => `ada-${property}@example.com`

type Due = { property: Property; at: Date; subject: string }

type Days = Record<(typeof MOMENTS)[number]['after'], IsoDate>

/** All messages of the stays, in their order. */
function planOf(stays: Record<Property, Days>): Due[] {
  const due = PROPERTIES.flatMap((property) =>
    MOMENTS.map(({ after, days, hour, subject }) => {
      const day = addDays(stays[property][after], days)
      const at = instantOfWallTime(`${day}T${String(hour).padStart(2, '0')}:00`, ZONES[property])
      if (!at) throw new Error(`there is no ${hour}:00 on ${day}`)
      return { property, at, subject }
    }),
  )
  return due.sort((one, other) => one.at.getTime() - other.at.getTime())
}

type Smtp = Awaited<ReturnType<typeof startSmtpServer>>

/** A demo, whose operators need not sign in, that is started again and again at other times. */
function seasonAt(settings: Record<string, string>, smtp: Smtp) {
  let site: Site | null = null
  const url = `http://127.0.0.1:${settings.PORT}`
  const mailsTo = (property: Property) => smtp.received.filter(({ to }) => to === guestOf(property))
  return {
    url,
    async start(at: Date) {
      const NODE_OPTIONS = `--import=${CLOCK}`
      site = await startSite({ ...settings, NODE_OPTIONS, CLOCK_FROM: at.toISOString() })
    },
    async kill() {
      await site?.kill()
      site = null
    },
    async post(page: string, fields: Record<string, string>) {
      const body = `${new URLSearchParams(fields)}`
      const answer = await fetch(`${url}${page}`, {
        method: 'POST',
        headers: formHeaders(url),
        body,
        redirect: 'manual',
      })
      expect(answer.status, `${page}: ${await answer.text()}`).toBe(303)
    },
    read: async (page: string) => (await fetch(`${url}${page}`)).text(),
    /**
     * How many emails with this subject the guest of a home has. One that was leaving when the site was killed may
     * leave again. It has the same Message-ID then, by which mail servers and mail programs know it.
     */
    async countOf({ property, subject: words }: Pick<Due, 'property' | 'subject'>) {
      const mails = await Promise.all(mailsTo(property).map(({ raw }) => PostalMime.parse(raw)))
      return new Set(mails.filter(({ subject = '' }) => subject.includes(words)).map(({ messageId }) => messageId)).size
    },
    async lastTo(property: Property) {
      const raw = mailsTo(property).at(-1)?.raw
      if (!raw) throw new Error(`no email has left for ${property}`)
      return PostalMime.parse(raw)
    },
    mailsTo,
  }
}

type Season = ReturnType<typeof seasonAt>

/** A guest books the first nights that are free a month from now, and the operator confirms. */
async function bookStay({ url, post }: Season, property: Property): Promise<Days> {
  const { id } = propertyOf(property)
  const span = new URLSearchParams({ from: '2027-03-29', to: '2027-06-01' })
  const answer = await fetch(`${url}/api/properties/${id}/calendar?${span}`)
  const { nights } = (await answer.json()) as { nights: { date: IsoDate; state: string; minimumStay: number }[] }
  const from = nights.findIndex(
    ({ minimumStay }, at) =>
      minimumStay <= NIGHTS && nights.slice(at, at + NIGHTS).every(({ state }) => state === 'free'),
  )
  const checkIn = nights[from]?.date
  if (!checkIn) throw new Error(`no nights of ${property} are free`)
  const checkOut = addDays(checkIn, NIGHTS)
  const stay = {
    propertyId: id,
    checkInDate: checkIn,
    checkOutDate: checkOut,
    adults: 2,
    children: 0,
    infants: 0,
    pets: 0,
  }
  const booked = await fetch(`${url}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...stay, guestName: 'Ada Winters', guestEmail: guestOf(property) }),
  })
  expect(booked.status).toBe(201)
  const { reference } = (await booked.json()) as { reference: string }
  await post(`/admin/bookings/${reference}`, { intent: 'confirm' })
  return { booking: OPENS.slice(0, 10), 'check-in': checkIn, 'check-out': checkOut }
}

/** Guests of all homes pay by check, some days after their booking. */
async function setHowGuestsPay({ read, post }: Season) {
  const [, version = ''] =
    /id="change-payment".*?name="version"[^>]*value="([^"]+)"/s.exec(await read('/admin/site')) ?? []
  const days = { depositPercent: '', depositDays: `${DUE_DAYS}`, balanceDays: '14' }
  await post('/admin/site', { intent: 'payment', paymentText: 'By check to Powder & Cove.', ...days, version })
}

/** Nothing leaves before the moment, and one email after it, whatever is killed. */
async function playMoment(season: Season, due: Due, random: () => number) {
  await season.start(new Date(due.at.getTime() - 10 * MINUTE))
  await wait(500 + random() * 2_000)
  await season.kill()
  expect(await season.countOf(due), `${due.property}, before its time: ${due.subject}`).toBe(0)
  await season.start(new Date(due.at.getTime() + MINUTE))
  await wait(random() * 1_500)
  await season.kill()
  await season.start(new Date(due.at.getTime() + 2 * MINUTE))
  await expect.poll(() => season.countOf(due), { timeout: 240_000, interval: 250 }).toBe(1)
}

/** Answers the last email as the guest's mail program does, and reads the answer in the inbox. */
async function answer(season: Season, imap: ImapServer) {
  const { messageId = '', subject = '' } = await season.lastTo('lake-keowee')
  const lines = [
    `From: Ada Winters <${guestOf('lake-keowee')}>`,
    ...['To: s@example.com', `Subject: Re: ${subject}`, `In-Reply-To: ${messageId}`, `References: ${messageId}`],
    ...['Message-ID: <answer-1@example.com>', 'Content-Type: text/plain; charset=utf-8', '', 'We land at ten.', ''],
  ]
  await imap.deliver(lines.join('\r\n'))
}

async function expectAnswered(season: Season) {
  const [conversation = ''] = /\/admin\/inbox\/[0-9a-f-]{36}/.exec(await season.read('/admin/inbox')) ?? []
  expect(await season.read(conversation)).toContain('We land at ten.')
}

/** The guest reviews the stay from the last email, and the operator publishes the review. */
async function review(season: Season, property: Property) {
  const [link = ''] = /\/review\/[0-9a-f-]+/.exec((await season.lastTo(property)).text ?? '') ?? []
  await season.post(link, { stars: '4', body: 'The creek outside the window.', author: 'Ada' })
  const shown = /name="id" value="([0-9a-f-]{36})".*?name="version" value="([^"]+)"/s
  const [, id = '', version = ''] = shown.exec(await season.read('/admin/reviews')) ?? []
  await season.post('/admin/reviews', { intent: 'publish', id, version })
  expect(await season.read(propertyOf(property).path)).toContain('The creek outside the window.')
}

describe.skipIf(noImapServer)('a season', () => {
  let smtp: Smtp
  let imap: ImapServer
  beforeAll(async () => {
    await buildIfNeeded()
    smtp = await startSmtpServer()
    imap = await startImapServer()
  })
  afterAll(async () => {
    await imap?.remove()
    await smtp?.stop()
  })

  async function play(settings: Record<string, string>) {
    smtp.received.length = 0
    const folder = await mkdtemp(path.join(os.tmpdir(), 'pc-season-'))
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'S <s@example.com>', IMAP_URL: imap.url }
    const season = seasonAt({ DATA_DIR: folder, PORT: String(await freePort()), ...mail, ...settings }, smtp)
    const random = randomFrom(SEED)
    try {
      await season.start(new Date(OPENS))
      await setHowGuestsPay(season)
      const stays = {
        'large-luxury': await bookStay(season, 'large-luxury'),
        'lake-keowee': await bookStay(season, 'lake-keowee'),
      }
      const plan = planOf(stays)
      for (const property of PROPERTIES) {
        await expect.poll(() => season.countOf({ property, subject: 'Confirmed' }), { timeout: 60_000 }).toBe(1)
      }
      await season.kill()
      for (const due of plan) {
        await playMoment(season, due, random)
        if (due.property === 'lake-keowee' && due === plan.find(({ property }) => property === 'lake-keowee'))
          await answer(season, imap)
        await season.kill()
      }
      await season.start(new Date((plan.at(-1)?.at.getTime() ?? 0) + 60 * MINUTE))
      await expectAnswered(season)
      await review(season, 'lake-keowee')
      for (const due of plan) expect(await season.countOf(due), `${due.property}: ${due.subject}`).toBe(1)
    } finally {
      await season.kill()
      await rm(folder, { recursive: true })
    }
  }

  test('of the embedded database', () => play({}), 900_000)

  test('of PostgreSQL', async ({ skip }) => {
    const server = await findPostgres()
    if (typeof server === 'string') return skip(server)
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query('create database pc_season')
    try {
      await play({ DATABASE_URL: withDatabase(server.url, 'pc_season') })
    } finally {
      await admin.query('drop database pc_season with (force)')
      await admin.end()
      await server.stop()
    }
  }, 900_000)
})
