import { formatAmount } from '#app/shared/money.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { type StripeServer, startStripeServer } from '#test/servers/stripe-server.ts'
import { expect, test } from '../page.ts'
import { type Site, startSite } from '../site.ts'
import { countUnavailableNights, freeStay, pathOf, propertyOf, totalsOf } from '../stays.ts'
import { stripeSettings } from '../stripe-settings.ts'
import { ENGINES, visitWith } from './engines.ts'
import { engineOf } from './start-engine.ts'
import type { Visitor } from './visitor.ts'

const SLUG = 'luxury-amenities'
const { path } = propertyOf(SLUG)

async function search(guest: Visitor, stay: Stay, total: string) {
  await guest.open('/')
  await guest.click('button', 'Check-in')
  await guest.pickStay(stay.checkIn, stay.checkOut)
  await guest.click('button', 'Search')
  await guest.at(`/search?${stayToQuery(stay)}`)
  await guest.see('.stay-result-price', total)
  const from = encodeURIComponent(`search?${stayToQuery(stay)}`)
  await guest.follow(`a[href^="${path}"]`, 'View this home', `${pathOf(SLUG, stay)}&from=${from}`)
  await guest.hydrated()
}

/** The current place of the booking frame. */
const frameAt = () => document.querySelector<HTMLIFrameElement>('#book iframe')?.contentWindow?.location.pathname ?? ''

/** Returns the address of the stay. */
async function bookAndPay(guest: Visitor, total: string): Promise<string> {
  await guest.inFrame('#book iframe', async () => {
    await guest.see('.booking-total', total)
    await guest.click('button', 'Book and pay')
    await guest.write('Name', 'Ada Winters')
    await guest.write('Email', 'ada@example.com')
    await guest.write('Phone', '+1 970 555 0100')
    await guest.click('button', `Book and pay ${total} today`)
  })
  await expect.poll(() => guest.evaluate(frameAt), { timeout: 20_000 }).toContain('/embed/pay/')
  return guest.inFrame('#book iframe', async () => {
    await guest.write('Card number', '4242 4242 4242 4242')
    await guest.click('button', `Pay ${total} and book`)
    await guest.see('h2', 'You’re booked.')
    return guest.link('a', 'Your stay')
  })
}

/** One demo for all engines: each books other nights. */
let stripe: StripeServer
let site: Site
test.beforeAll(async () => {
  test.setTimeout(120_000)
  stripe = await startStripeServer()
  site = await startSite({ LOG_LEVEL: 'error', ...stripeSettings(stripe) })
})
test.afterAll(async () => {
  await site?.stop()
  await stripe?.close()
})

for (const [name, start] of ENGINES) {
  // In Chromium the journey of booking/paying-by-card.test.ts proves the same in every run.
  test(`in ${name}, a guest searches, books at the price that the search named, and pays by card`, {
    tag: name === 'Chromium' ? '@slow' : [],
  }, async () => {
    test.skip(start === null, `${name} is not installed`)
    test.setTimeout(240_000)
    const stay = { ...(await freeStay(SLUG, 4, { site: site.url })), children: 0 }
    const total = formatAmount((await totalsOf(stay, site.url))[SLUG] ?? 0)
    const engine = engineOf(name, start)
    try {
      await visitWith(engine, { site: site.url, width: 1440 }, async (guest) => {
        await search(guest, stay, total)
        const stayPage = await bookAndPay(guest, total)
        await guest.open(new URL(stayPage).pathname)
        await guest.see('dt', 'Paid by card')
      })
    } finally {
      await engine.close()
    }
    expect(await countUnavailableNights(SLUG, stay, site.url)).toBe(4)
    expect(stripe.intents().at(-1)).toMatchObject({ status: 'succeeded' })
  })
}
