import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applyRetention } from '#app/features/privacy/privacy.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { issueChanges } from './manage/issues.changes.server.ts'
import { newsletterApi } from './newsletter.api.server.ts'
import { confirmSubscription, hasValidLink, signUp, submitNewsletterForm, unsubscribe } from './newsletter.server.ts'
import {
  newsletterIssues,
  newsletterLinks,
  newsletterSubscriptions as subscriptions,
} from './newsletter.tables.server.ts'
import { sendNewsletterIssues } from './send-issues.server.ts'
import { subscribe } from './subscribe.server.ts'

const ADA = 'ada@example.com'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeWithDatabase('the newsletter', (database) => {
  function open() {
    const clock = testClock()
    const services = testServices(database(), { clock })
    const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
    const mails = () => queuedMail(database())
    /** Removes all waiting emails from the outbox and returns them. */
    const nextMails = async () => {
      const waiting = await mails()
      await database().jobs.deleteAllJobs()
      return waiting
    }
    const reader = async (email = ADA) =>
      (await database().db.select().from(subscriptions).where(eq(subscriptions.email, email)))[0]
    /** Signs up and returns the token of the one email. */
    const askedToken = async (email = ADA) => {
      await signUp(services, { email })
      const [mail, ...more] = await nextMails()
      expect(more).toEqual([])
      return tokenIn(mail?.text, 'confirm')
    }
    /** Creates a subscriber and returns the unsubscribe token. */
    const join = async (email = ADA) => {
      await confirmSubscription(services, { token: await askedToken(email) })
      const [welcome] = await nextMails()
      return tokenIn(welcome?.text, 'unsubscribe')
    }
    const ready = database().db.insert(siteTable).values({
      brand: 'Powder & Cove',
      email: 'hello@example.com',
      postalAddress: '1 Main Street',
      content: {},
    })
    return { services, later, mails, nextMails, reader, askedToken, join, ready }
  }

  function tokenIn(text: string | undefined, step: string): string {
    const token = new RegExp(`/newsletter/${step}/([\\w-]{43})(?![\\w-])`).exec(text?.replace(/\s/g, '') ?? '')?.[1]
    if (!token) throw new Error(`no link to ${step} in ${text}`)
    return token
  }

  /** Writes a newsletter and sends it to all who want it now. */
  async function send(services: ReturnType<typeof testServices>) {
    const written = { subject: 'First snow', body: 'It came early.' }
    const [issue] = await services.db.insert(newsletterIssues).values(written).returning()
    const sent = { id: issue?.id ?? '', version: versionOf(written), confirmed: 'yes' }
    await postChange(issueChanges.send, { services, by: UNNAMED }, sent)
    await sendNewsletterIssues(services)
  }

  let asked = 0
  const form = (fields: Record<string, string>) => {
    const made = new FormData()
    for (const [name, value] of Object.entries(fields)) made.set(name, value)
    return made
  }

  const submit = (services: ReturnType<typeof testServices>, sent: FormData) => {
    asked += 1
    return submitNewsletterForm({ services, form: sent, address: `192.0.2.${asked % 250}` })
  }

  test('asks for confirmation by email, and an address is active only after its owner presses the button', async () => {
    const { services, ready, askedToken, reader, nextMails } = open()
    await ready
    const token = await askedToken(' Ada@Example.com ')
    expect(await reader()).toMatchObject({ isActive: false, source: 'footer', requestedAt: NOON, confirmedAt: null })
    expect(await hasValidLink(services, { token, step: 'confirm' })).toBe(true)
    expect(await reader(), 'looking at the link').toMatchObject({ isActive: false })

    expect(await confirmSubscription(services, { token })).toEqual({ ok: true })
    expect(await reader()).toMatchObject({ isActive: true, confirmedAt: NOON, unsubscribedAt: null })
    const [welcome, ...more] = await nextMails()
    expect(more).toEqual([])
    expect(welcome?.template).toBe('newsletter-welcome')
    expect(await confirmSubscription(services, { token }), 'pressed twice').toEqual({ ok: true })
    expect(await nextMails()).toEqual([])
  })

  test('stores nothing of a link that would open it', async () => {
    const { ready, askedToken } = open()
    await ready
    const token = await askedToken()
    const [link] = await database().db.select().from(newsletterLinks)
    expect(JSON.stringify(link)).not.toContain(token)
    expect(link?.tokenHash).toHaveLength(43)
  })

  test('keeps secret links out of the mail log', async () => {
    const { services, ready, mails } = open()
    await ready
    await signUp(services, { email: ADA })
    const [{ html: _, text: __, headers: ___, ...logged } = {} as Partial<Mail & { text: string }>] = await mails()
    expect(JSON.stringify(logged)).not.toContain('/newsletter/')
  })

  test('lets a link confirm for seven days, and only for its own purpose', async () => {
    const { services, ready, askedToken, later, reader, join } = open()
    await ready
    const token = await askedToken()
    expect(await unsubscribe(services, { token })).toMatchObject({ ok: false, reason: 'link-ended' })
    later(7 * DAY)
    expect(await hasValidLink(services, { token, step: 'confirm' })).toBe(false)
    expect(await confirmSubscription(services, { token })).toMatchObject({ ok: false, reason: 'link-ended' })
    expect(await reader()).toMatchObject({ isActive: false })
    const ends = await join()
    expect(await confirmSubscription(services, { token: ends })).toMatchObject({ ok: false, reason: 'link-ended' })
    later(1000 * DAY)
    expect(await unsubscribe(services, { token: ends }), 'years later').toEqual({ ok: true })
  })

  testOnBoth('answers known and unknown addresses alike, and emails neither twice within ten minutes', async () => {
    const { services, ready, join, nextMails, later } = open()
    await ready
    await join()
    const unknown = 'eve@example.com'
    const answers = await Promise.all([
      submit(services, form({ email: ADA })),
      submit(services, form({ email: unknown })),
      ...Array.from({ length: 5 }, () => submit(services, form({ email: unknown.toUpperCase() }))),
    ])
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true,"done":"sent"}']))
    const sent = async () => (await nextMails()).map(({ to, template }) => `${to} ${template}`).sort()
    const both = [`${ADA} newsletter-welcome`, `${unknown} newsletter-confirm`]
    expect(await sent()).toEqual(both)
    later(9 * MINUTE)
    for (const email of [ADA, unknown]) await signUp(services, { email })
    expect(await sent()).toEqual([])
    later(2 * MINUTE)
    for (const email of [ADA, unknown]) await signUp(services, { email })
    expect(await sent()).toEqual(both)
  })

  test('ignores bots that fill in the honeypot, and addresses that sign up too often', async () => {
    const { services, ready, reader } = open()
    await ready
    expect(await submit(services, form({ email: ADA, websiteUrl: 'x' }))).toEqual({ ok: true, done: 'sent' })
    expect(await reader()).toBeUndefined()
    const limited = { ...services, limits: openRateLimits(services) }
    const answers = []
    for (let count = 0; count < 6; count += 1) {
      const sent = form({ email: `guest${count}@example.com` })
      answers.push(await submitNewsletterForm({ services: limited, form: sent, address: '198.51.100.1' }))
    }
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
    expect(answers.at(-1)).toMatchObject({ status: 429, values: { email: 'guest5@example.com' } })
  })

  test('refuses an invalid address with a message, and returns what was typed', async () => {
    const { services, ready } = open()
    await ready
    for (const email of ['', 'ada', 'a@b.example\r\nBcc: c@d.example', `${'a'.repeat(300)}@example.com`]) {
      const answer = await submit(services, form({ email }))
      expect(answer).toMatchObject({
        ok: false,
        status: 400,
        fields: { email: 'Please enter a valid email address' },
        values: { email },
      })
    }
    for (const step of ['confirm', 'unsubscribe']) {
      expect(await submit(services, form({ step, token: 'x' }))).toMatchObject({ ok: false, status: 410 })
    }
    expect(await database().db.select().from(subscriptions)).toEqual([])
  })

  test('is sent to subscribers only, each with their own one-click unsubscribe link', async () => {
    const { services, ready, join, askedToken, nextMails } = open()
    await ready
    const gone = await join('gone@example.com')
    await unsubscribe(services, { token: gone })
    await askedToken('never-confirmed@example.com')
    await join('bo@example.com')
    await join()
    await send(services)
    const emails = await nextMails()
    expect(emails.map(({ to }) => to).sort()).toEqual([ADA, 'bo@example.com'])
    const links = emails.map(({ headers }) => headers?.['List-Unsubscribe'] ?? '')
    expect(new Set(links).size).toBe(2)
    for (const [index, { headers, text, html }] of emails.entries()) {
      expect(headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      const link = links[index]?.slice(1, -1) ?? ''
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/newsletter\/unsubscribe\/[\w-]{43}$/)
      expect(html).toContain(link)
      expect(text).toContain('1 Main Street')
    }
  })

  test('is not sent after unsubscribing until a new confirmation, and older links no longer confirm', async () => {
    const { services, ready, askedToken, join, reader, nextMails, later } = open()
    await ready
    const older = await askedToken()
    later(11 * MINUTE)
    const ends = await join()
    expect(await unsubscribe(services, { token: ends })).toEqual({ ok: true })
    expect(await unsubscribe(services, { token: ends }), 'pressed twice').toEqual({ ok: true })
    expect(await reader()).toMatchObject({ isActive: false, unsubscribedAt: services.clock.now() })
    expect(await confirmSubscription(services, { token: older })).toMatchObject({ ok: false, reason: 'link-ended' })

    const anew = await askedToken()
    expect(await reader(), 'asked, not confirmed').toMatchObject({ isActive: false })
    await send(services)
    expect((await nextMails()).map(({ to }) => to)).toEqual([])
    expect(await confirmSubscription(services, { token: anew })).toEqual({ ok: true })
    await nextMails()
    expect(await reader()).toMatchObject({ isActive: true, unsubscribedAt: null })
    await send(services)
    expect((await nextMails()).map(({ to }) => to)).toEqual([ADA])
  })

  test('is ended by a mail program’s request: without cookie, from any origin, with any body', async () => {
    const { services, ready, join, reader } = open()
    await ready
    const api = newsletterApi(services)
    const posts: RequestInit[] = [
      {},
      { headers: { origin: 'null' } },
      { headers: { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' } },
      {
        headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
        body: form({ 'List-Unsubscribe': 'One-Click' }),
      },
    ]
    for (const post of posts) {
      const token = await join()
      const answer = await api.request(`/newsletter/unsubscribe/${token}`, {
        body: 'List-Unsubscribe=One-Click',
        ...post,
        method: 'POST',
      })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('location')).toBeNull()
      expect(await reader()).toMatchObject({ isActive: false })
    }
    const unknown = await api.request(`/newsletter/unsubscribe/${'x'.repeat(43)}`, { method: 'POST' })
    expect(unknown.status).toBe(200)
  })

  test('sign-up is undone when its transaction rolls back', async () => {
    const { services, ready, mails, reader } = open()
    await ready
    const undone = services.db.transaction(async (tx) => {
      await subscribe(services, tx, { email: ADA, source: 'giveaway' })
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await reader()).toBeUndefined()
    expect(await mails()).toEqual([])
  })

  test('records where a subscriber agreed, and deletes unconfirmed sign-ups after thirty days', async () => {
    const { services, ready, join, reader, later } = open()
    await ready
    await join()
    const giveaway = (email: string) =>
      services.db.transaction((tx) => subscribe(services, tx, { email, source: 'giveaway' }))
    await giveaway(ADA)
    await giveaway('eve@example.com')
    expect(await reader()).toMatchObject({ source: 'footer', requestedAt: NOON })
    expect(await reader('eve@example.com')).toMatchObject({ source: 'giveaway', requestedAt: NOON })
    later(31 * DAY)
    await applyRetention(services)
    expect(await reader('eve@example.com')).toBeUndefined()
    expect(await reader()).toMatchObject({ isActive: true })
  })

  test('the database itself rejects an active subscription without confirmation', async () => {
    const forced = database().db.insert(subscriptions).values({ email: ADA, isActive: true })
    await expect(forced).rejects.toMatchObject({ cause: { constraint: 'newsletter_active_only_if_confirmed' } })
  })
})
