import { eq } from 'drizzle-orm'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { GuideSecret } from '#app/features/properties/arrival-guide.ts'
import { arrivalGuides } from '#app/features/properties/properties.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeHold, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { payByHand } from '#test/pay-by-hand.ts'
import { bookings } from '../bookings.tables.server.ts'
import { confirmBooking, declineBooking } from '../manage/page/confirm-booking.server.ts'
import { withBookingsLock } from '../status/expire-bookings.server.ts'
import { ArrivalGuide } from './arrival-guide.tsx'
import { cancelBooking } from './cancel-booking.server.ts'
import { getGuestPage } from './guest-page.server.ts'

const DAY = 86_400_000
const SECRETS = /2468#|wet-paddle/
const GUIDE = {
  directions: 'Follow the gravel road.\n\nTurn at the blue paddle.',
  parking: 'Six cars fit.',
  doorCode: '2468#',
  wifiName: 'Cove',
  wifiPassword: 'wet-paddle',
  nightContact: 'our on-call host',
  nightPhone: '(864) 555-0142',
}

describeWithDatabase('the arrival guide', (database) => {
  const at = (days: number) => testServices(database(), { clock: testClock(new Date(NOON.getTime() + days * DAY)) })

  /** Requested on June 1 for July 31, 2027 in New York's time zone, sixty days ahead. */
  async function stay({
    confirmed = true,
    isPaid = true,
    guide = {} as Partial<typeof arrivalGuides.$inferInsert> | null,
  } = {}) {
    const { db } = database()
    const propertyId = await makePricedProperty(db, { timeZone: 'America/New_York', address: '1 Cove Rd, SC' })
    if (guide) await db.insert(arrivalGuides).values({ ...GUIDE, propertyId, shownDays: 10, ...guide })
    const nights = { checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
    const answer = await createApi(at(0)).request('/api/bookings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ propertyId, ...nights, guestName: 'Ada Guest', guestEmail: 'ada@example.com' }),
    })
    const { stayUrl, reference } = (await answer.json()) as { stayUrl: string; reference: string }
    await database().jobs.deleteAllJobs()
    if (confirmed) await makeChange(confirmBooking, { services: at(0.5), id: reference }, {})
    const [booking] = await db.select({ id: bookings.id }).from(bookings).where(eq(bookings.reference, reference))
    if (confirmed && isPaid) await payByHand(db, booking?.id ?? '')
    return { propertyId, reference, token: stayUrl.split('/').at(-1) ?? '' }
  }
  const pageOf = async (token: string, days: number) => {
    const page = await getGuestPage(at(days), token)
    if (!page) throw new Error('there is no such stay')
    return page
  }
  const secretOf = (secret: GuideSecret | null | undefined) =>
    secret && ('value' in secret ? secret.value : secret.opensOn)

  test('opens on the operator’s day, and its secrets two days before check-in, on the home’s calendar', async () => {
    const { token } = await stay()
    // July 21 in New York begins at 4 in the morning of UTC.
    const july = (day: number, hour = 12) => (Date.UTC(2027, 6, day, hour) - NOON.getTime()) / DAY
    const early = await pageOf(token, july(21, 3.9))
    expect(early.arrivalGuide).toMatchObject({ isOpen: false, opensOn: '2027-07-21', secretsOn: '2027-07-29' })
    expect(JSON.stringify(early)).not.toMatch(/2468#|wet-paddle|blue paddle|555-0142/)

    const open = await pageOf(token, july(21, 4.1))
    expect(open.arrivalGuide).toMatchObject({
      isOpen: true,
      directions: ['Follow the gravel road.', 'Turn at the blue paddle.'],
      doorCode: { opensOn: '2027-07-29' },
      wifiName: 'Cove',
      wifiPassword: { opensOn: '2027-07-29' },
    })
    const html = renderToStaticMarkup(<ArrivalGuide stay={open} />)
    expect(html).toContain('Arrives here Thursday, July 29, 2027, two days before check-in.')
    expect(html).toContain('href="tel:8645550142"')
    expect(html).toContain('destination=1%20Cove%20Rd%2C%20SC')
    expect(JSON.stringify(await pageOf(token, july(29, 3.9)))).not.toMatch(SECRETS)

    const ready = await pageOf(token, july(29, 4.1))
    expect(renderToStaticMarkup(<ArrivalGuide stay={ready} />)).toMatch(SECRETS)
    expect((await pageOf(token, july(31))).arrivalGuide).toMatchObject({ doorCode: { value: '2468#' } })
    expect((await pageOf(token, july(36))).arrivalGuide).toBeNull()
  })

  test('that opens on the day before check-in has its secrets then', async () => {
    const { token } = await stay({ guide: { shownDays: 1 } })
    expect((await pageOf(token, 58)).arrivalGuide).toMatchObject({ isOpen: false })
    const { arrivalGuide } = await pageOf(token, 59)
    expect(arrivalGuide?.isOpen && secretOf(arrivalGuide.doorCode)).toBe('2468#')
  })

  test('has no rows for what the operator left out', async () => {
    const empty = { directions: null, parking: null, doorCode: null, wifiName: null, wifiPassword: null }
    const { token } = await stay({ guide: { ...empty, nightContact: null, nightPhone: null } })
    const labels = [...renderToStaticMarkup(<ArrivalGuide stay={await pageOf(token, 59)} />).matchAll(/<dt>([^<]*)/g)]
    expect(labels.map(([, label]) => label)).toEqual(['Address'])
    expect((await pageOf((await stay({ guide: null })).token, 59)).arrivalGuide).toBeNull()
  })

  test('is not in the page of a stay that is not confirmed, or no longer', async () => {
    const request = await stay({ confirmed: false, guide: { shownDays: 365 } })
    const declined = await stay({ confirmed: false, guide: { shownDays: 365 } })
    const cancelled = await stay({ guide: { shownDays: 365 } })
    expect((await pageOf(cancelled.token, 1)).arrivalGuide).toMatchObject({ isOpen: true })
    await makeChange(declineBooking, { services: at(0.6), id: declined.reference }, { message: '' })
    const refund = (await pageOf(cancelled.token, 1)).cancel?.refund ?? 0
    expect(await cancelBooking(at(1), { token: cancelled.token, refund })).toMatchObject({ ok: true })
    for (const { token } of [request, declined, cancelled]) {
      for (const days of [1, 59, 61]) {
        const page = await pageOf(token, days)
        expect(page.arrivalGuide).toBeNull()
        expect(JSON.stringify(page)).not.toMatch(/2468#|wet-paddle|blue paddle/)
      }
    }
  })

  test('is not in the page of a stay that waits for its payment, nor of a request that expired', async () => {
    const { db } = database()
    const { propertyId, token } = await stay({ confirmed: false, guide: { shownDays: 365 } })
    const nights = { from: '2027-08-10', to: '2027-08-14' }
    const heldId = await makeHold(db, propertyId, nights, new Date(NOON.getTime() + DAY / 24))
    const [held] = await db.select({ token: bookings.token }).from(bookings).where(eq(bookings.id, heldId))
    const statusOf = async (of: string) => {
      const page = await pageOf(of, 0)
      expect(page.arrivalGuide).toBeNull()
      return page.status
    }
    expect(await statusOf(held?.token ?? '')).toBe('held')
    await withBookingsLock(at(5), [propertyId], async () => {})
    expect([await statusOf(held?.token ?? ''), await statusOf(token)]).toEqual(['expired', 'expired'])
  })

  const NOTHING = Object.fromEntries(Object.keys(GUIDE).map((name) => [name, null])) as Record<keyof typeof GUIDE, null>
  const [OPENS, CODES] = ['from Wednesday, July 21, 2027', 'from Thursday, July 29, 2027']
  test.each([
    {
      name: 'with everything',
      guide: {},
      mail: `Your arrival guide is on that page ${OPENS}: directions, parking, Wi-Fi, and whom to call at night. The door code and the Wi-Fi password are there ${CODES}, once what is due is paid.`,
      page: `Directions, parking, Wi-Fi, and whom to call at night are on this page ${OPENS}. The door code and the Wi-Fi password are here ${CODES}, once $3,509 is paid.`,
    },
    {
      name: 'with parking only',
      guide: { ...NOTHING, parking: 'Six cars fit.' },
      mail: `Your arrival guide is on that page ${OPENS}: parking.`,
      page: `Parking is on this page ${OPENS}.`,
    },
    {
      name: 'with a manual and no codes',
      guide: { ...NOTHING, houseManual: 'Shoes off.', nightContact: 'Kai' },
      mail: `Your arrival guide is on that page ${OPENS}: whom to call at night and the house manual.`,
      page: `Whom to call at night and the house manual are on this page ${OPENS}.`,
    },
    {
      name: 'with a code only, which has its own day',
      guide: { ...NOTHING, doorCode: '2468#' },
      mail: `The door code is on that page ${CODES}, once what is due is paid.`,
      page: `The door code is on this page ${CODES}, once $3,509 is paid.`,
    },
    { name: 'with nothing', guide: NOTHING, mail: null, page: null },
    { name: 'that a home doesn’t have', guide: null, mail: null, page: null },
  ])('$name promises in the confirmation, and before it is open, only what it has', async ({ guide, mail, page }) => {
    const { token } = await stay({ guide, isPaid: false })
    const [sent] = await queuedMail(database())
    const text = sent?.text.replace(/\s+/g, ' ') ?? ''
    expect(JSON.stringify(sent)).not.toMatch(/2468#|wet-paddle|blue paddle|555-0142/)
    const html = renderToStaticMarkup(<ArrivalGuide stay={await pageOf(token, 1)} />)
    const shown = html.replace(/<[^>]*>/g, '')
    const PROMISED = /arrival guide|directions|parking|at night|Wi-Fi|door code|manual/i
    if (mail === null) expect(text).not.toMatch(PROMISED)
    else expect(text).toContain(mail)
    if (page === null) expect(shown.replace(/Arrival guide|Get directions in Google Maps/g, '')).not.toMatch(PROMISED)
    else expect(shown).toContain(page)
    await database().jobs.deleteAllJobs()
  })

  test('that is open when a stay is confirmed is on the page now', async () => {
    await stay({ guide: { shownDays: 90 } })
    expect((await queuedMail(database()))[0]?.text.replace(/\s+/g, ' ')).toContain('is on that page now')
    await database().jobs.deleteAllJobs()
  })
})
