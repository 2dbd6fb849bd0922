import { formatAmount } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { demoPromoCode } from '#content/prices.ts'
import { formOf, type ServedPage } from '#test/requests/served-page.ts'
import { GUEST } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { linkOf, openFrame } from '../served-addresses.ts'
import {
  bookByCall,
  countUnavailableNights,
  freeStay,
  pathOf,
  propertyOf,
  quoteOf,
  totalOf,
  totalsOf,
} from '../stays.ts'

const BOOK = /^Request to book/
const TYPED = { guestName: GUEST.name, guestEmail: GUEST.email, guestPhone: GUEST.phone }
const referenceIn = ({ html }: ServedPage) => />([2-9B-Z]{3}-[2-9B-Z]{3})</.exec(html)?.[1]

test('a form sent twice, as by a browser that retries, returns the same booking', async () => {
  const stay = await freeStay('lake-keowee')
  const guest = visitByRequests()
  const form = await guest.open(`/embed/book/${propertyOf('lake-keowee').id}?${stayToQuery(stay)}`)
  const send = async () => {
    const answer = await guest.send(form, { button: BOOK }, TYPED)
    expect(answer.status).toBe(201)
    return referenceIn(answer)
  }
  const [first, second] = await Promise.all([send(), send()])
  expect(first).toBeDefined()
  expect([second, await send()]).toEqual([first, first])
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)
})

test('the frame asks for pets only where a property allows them', async () => {
  const labelsOf = async (slug: 'large-luxury' | 'lake-keowee') => {
    const frame = await visitByRequests().open(`/embed/book/${propertyOf(slug).id}`)
    return formOf(frame, { button: 'Show total' }).fields.map(({ label }) => label)
  }
  const without = await labelsOf('large-luxury')
  expect(without).toContain('Infants')
  expect(without).not.toContain('Pets')
  expect(await labelsOf('lake-keowee')).toContain('Pets')
})

test('the code field is next to the dates: a wrong code gets an error, the right one changes the price', async () => {
  const { code } = demoPromoCode
  const stay = { ...(await freeStay('luxury-amenities')), children: 0 }
  const guest = visitByRequests()
  const wrong = await openFrame(guest, `${pathOf('luxury-amenities', stay)}&promo=nonsense`)
  const field = formOf(wrong, { button: 'Show total' }).fields.find(({ name }) => name === 'promo')
  expect(field).toMatchObject({
    value: 'nonsense',
    described: expect.stringContaining('We don’t recognize this code.'),
  })
  const priced = await guest.send(wrong, { button: 'Show total' }, { promo: code })
  expect(priced.url.searchParams.get('promo')).toBe(code)
  const total = await totalOf('luxury-amenities', stay, code)
  expect(priced.text).toContain(total)
  const booked = await guest.send(priced, { button: BOOK }, TYPED)
  expect(booked.text).toContain(`Thanks, ${GUEST.name.split(' ')[0]}.`)
  expect(booked.text).toContain(total)
})

test('a guest opens the quote page, splits the price, and withdraws a request', async () => {
  const stay = await freeStay('spacious-condo')
  const total = formatAmount((await totalsOf(stay))['spacious-condo'] ?? 0)
  const guest = visitByRequests()
  const quote = await guest.open(await quoteOf('spacious-condo', stay))
  expect(quote.text).toContain('Still available.')
  expect(quote.text).toContain(total)
  expect(quote.html).toMatch(/<meta name="robots" content="noindex, nofollow"/)
  const split = await guest.send(quote, { button: 'Recalculate' }, { 'People paying': '7' })
  expect(split.text).toContain('Per person (7)')

  const { stayUrl } = (await (await bookByCall('spacious-condo', stay)).json()) as { stayUrl: string }
  const page = await guest.open(stayUrl)
  expect(page.headings).toContain('We’ve got your request')
  expect(await countUnavailableNights('spacious-condo', stay)).toBe(4)
  expect((await guest.open(linkOf(page, /^Contact us/))).text).toMatch(/About booking /)
  const withdrawn = await guest.send(page, { button: 'Yes, withdraw request' })
  expect(withdrawn.headings).toContain('This stay is canceled')
  expect(await countUnavailableNights('spacious-condo', stay)).toBe(0)
})
