import { eq } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { checkPayment, findPayPathOfStay } from '#app/features/bookings/payments/payment-page.server.ts'
import { payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { reconcileDuePayments } from '#app/features/bookings/payments/reconcile-payment.server.ts'
import type { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Gateway } from '#app/platform/gateway/gateway.server.ts'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from '#server/api.ts'
import type { TestDatabase } from './database.ts'
import { makePricedProperty, NOON, testClock, testServices } from './factories.ts'
import { queuedMail } from './mails/queued-mail.ts'
import { expectSoundMoney } from './money-invariants.ts'
import { type Card, type StripeServer, startStripeServer } from './servers/stripe-server.ts'

export const MINUTE = 60_000
export const DAY = 86_400_000
/** The price of what `book` books, in cents. */
export const TOTAL = 350_900

type Property = Partial<typeof properties.$inferInsert>

/** A guest who pays by card, with a fake Stripe that is new for each test of the file. */
export function payingByCard(database: () => TestDatabase) {
  let stripe: StripeServer
  beforeEach(async () => {
    stripe = await startStripeServer(() => NOON.getTime() / 1000)
  })
  afterEach(() => stripe.close())
  expectSoundMoney(database)

  /** The site `ms` after noon of June 1, with these parts of its gateway replaced. */
  const at = (ms: number, parts: Partial<Gateway> = {}) =>
    testServices(database(), {
      clock: testClock(new Date(NOON.getTime() + ms)),
      gateway: { ...openStripeGateway(stripe.account), ...parts },
    })

  async function call(method: string, path: string, body: unknown, services: Services, headers = {}) {
    const init = {
      method,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }
    const response = await createApi(services).request(path, init)
    return { status: response.status, body: await response.json() }
  }

  /** A held booking of July 31 to August 4 with its payment. */
  async function book(change: Property = {}, services = at(0), headers = {}) {
    const propertyId = change.id ?? (await makePricedProperty(database().db, change))
    const stay = { propertyId, checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const { status, body } = await call('POST', '/api/bookings', { ...stay, ...guest }, services, headers)
    const token = body.stayUrl?.split('/').at(-1) as string
    const intent = String(body.clientSecret).replace(/_secret_.*/, '')
    return { propertyId, status, body, token, intent, id: body.id as string }
  }

  /**
   * The secret of the page that pays a stay now, or of its last payment. It is found by the secret of the guest page.
   */
  const payTokenOf = async (token: string) => (await findPayPathOfStay(at(0), token))?.split('/').at(-1) ?? ''

  /** A booking with a paid deposit and a balance due thirty days after noon of June 1. `card` decides how charging it ends. */
  async function deposited(card: Card = 'pm_good', change: Property = {}) {
    const booked = await book({ depositPercent: 30, balanceDays: 30, ...change })
    stripe.pay(booked.intent)
    await checkPayment(at(MINUTE), await payTokenOf(booked.token))
    await database().db.update(payments).set({ cardId: card }).where(eq(payments.kind, 'deposit'))
    return booked
  }

  async function stateOf(id: string) {
    const { db } = database()
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
    const nights = await db.select().from(occupancies).where(eq(occupancies.bookingId, id))
    const paid = await db.select().from(payments).where(eq(payments.bookingId, id))
    const changes = await db.select().from(bookingChanges).where(eq(bookingChanges.bookingId, id))
    return {
      status: booking?.status,
      nights: nights.map(({ kind }) => kind),
      causes: changes.sort((a, b) => a.number - b.number).map(({ cause }) => cause),
      payments: paid.map((row) => [row.kind, row.status, row.received, row.refunded].join(' ')).sort(),
    }
  }

  const mails = () => queuedMail(database())

  return {
    get stripe() {
      return stripe
    },
    at,
    call,
    book,
    payTokenOf,
    deposited,
    stateOf,
    mails,
    /** The templates of sent emails whose name starts with this. */
    templates: async (begins = '') =>
      (await mails()).map(({ template }) => template).filter((one) => one.startsWith(begins)),
    send: (event: { body: string; signature: string }, services = at(MINUTE)) =>
      call('POST', '/api/webhooks/stripe', event.body, services, { 'stripe-signature': event.signature }),
    reconcileDue: (ms: number, parts: Partial<Gateway> = {}) => reconcileDuePayments(at(ms, parts)),
    /** How often this gateway call was made. */
    asked: (what: string) => stripe.calls.filter((one) => one.endsWith(what)).length,
    intentOf: (intent: string) => stripe.intents().find(({ id }) => id === intent),
  }
}

/** A fully paid booking. */
export const CONFIRMED = {
  status: 'confirmed',
  nights: ['booking'],
  causes: ['guest', 'payment'],
  payments: ['whole captured 3509.00 0.00'],
}
