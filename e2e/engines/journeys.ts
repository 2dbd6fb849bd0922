import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { addDays } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, countUnavailableNights, freeStay, pathOf, propertyOf, type Slug, totalsOf } from '../stays.ts'
import { expectHowToPay, setHowGuestsPay } from './how-to-pay.ts'
import type { Engine } from './session.ts'
import { engineOf } from './start-engine.ts'
import { addImages, uploadImage } from './upload-images.ts'
import { type Visitor, visitorOf } from './visitor.ts'

const totalOf = async (slug: Slug, stay: Awaited<ReturnType<typeof freeStay>>) =>
  formatAmount((await totalsOf(stay))[slug] ?? 0)

const sidewaysScroll = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

async function writeGuest(visitor: Visitor) {
  await visitor.write('Name', 'Ada Winters')
  await visitor.write('Email', 'ada@example.com')
  await visitor.write('Phone', '+1 970 555 0100')
}

const SCREENSHOTS = path.resolve(import.meta.dirname, '../../test-results')

type Journey = (visitor: Visitor) => Promise<void>

/** The flows that earn money, step by step; each flow has its own browser. */
const JOURNEYS: Record<string, Journey> = {
  async 'a guest searches from the home page, books at the price that the search named, and reads the stay’s page'(
    guest,
  ) {
    const stay = { ...(await freeStay('luxury-amenities')), children: 0 }
    const total = await totalOf('luxury-amenities', stay)
    await guest.open('/')
    await guest.click('button', 'Check-in')
    await guest.pickStay(stay.checkIn, stay.checkOut)
    await guest.click('button', 'Search')
    await guest.at(`/search?${stayToQuery(stay)}`)
    await guest.see('button', 'Check-in')
    await guest.see('.stay-result-price', total)
    const property = `${pathOf('luxury-amenities', stay)}&from=${encodeURIComponent(`search?${stayToQuery(stay)}`)}`
    await guest.follow(`a[href^="${propertyOf('luxury-amenities').path}"]`, 'View this home', property)
    await guest.hydrated()
    const stayPage = await guest.inFrame('#book iframe', async () => {
      await guest.see('.booking-total', total)
      await guest.click('button', 'Request to book')
      await writeGuest(guest)
      await guest.click('button', 'Request to book')
      await guest.see('h2', 'Thanks, Ada. We’re holding your dates.')
      return guest.link('a', 'View your request')
    })
    expect(await countUnavailableNights('luxury-amenities', stay)).toBe(4)
    await guest.open(stayPage)
    await guest.see('h1', 'We’ve got your request')
    await guest.click('summary', 'Withdraw request')
    await guest.click('button', 'Yes, withdraw request')
    await guest.see('h1', 'This stay is canceled')
  },

  async 'a guest chooses dates at a property, sees their price in the frame and in the bar, and books with the keyboard'(
    guest,
  ) {
    const stay = { ...(await freeStay('lake-keowee')), children: 0 }
    const total = await totalOf('lake-keowee', stay)
    await guest.setViewport(390, 844)
    await guest.open(propertyOf('lake-keowee').path)
    await guest.inFrame('#book iframe', async () => {
      await guest.click('button', 'Check availability')
      await guest.pickStay(stay.checkIn, stay.checkOut)
      await guest.see('.booking-total', total)
      await guest.see('.booking-line', '')
      expect(await guest.evaluate(sidewaysScroll)).toBe(0)
    })
    await guest.evaluate(() => window.scrollTo(0, 0))
    await guest.see('.booking-bar strong', total)
    await guest.inFrame('#book iframe', async () => {
      await guest.click('input', 'Name')
      await guest.type('Ada Winters')
      await guest.press('Tab')
      await guest.type('ada@example.com')
      await guest.press('Tab')
      await guest.type('+1 970 555 0100')
      await guest.press('Enter')
      await guest.see('h2', 'Thanks, Ada.')
    })
    expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)
  },

  async 'a search is changed on its page, sorted, and gone back from'(guest) {
    const stay = await freeStay('large-luxury')
    let other = await freeStay('large-luxury', 5, { after: stay.checkOut })
    // Sorting needs at least two properties.
    while (Object.keys(await totalsOf({ ...other, adults: 3 })).length < 2) {
      other = await freeStay('large-luxury', 5, { after: other.checkIn })
    }
    await guest.open(`/search?${stayToQuery(stay)}`)
    await guest.click('button', 'Check-in')
    await guest.pickStay(other.checkIn, other.checkOut)
    await guest.click('button', 'Add an adult')
    await guest.press('Escape')
    await guest.gone('button', 'Add an adult')
    await guest.click('button', 'Update')
    const changed = `/search?${stayToQuery({ ...other, adults: 3 })}`
    await guest.at(changed)
    await guest.see('.stay-result-price', await totalOf('large-luxury', { ...other, adults: 3 }))
    await guest.click('summary', 'Sort')
    await guest.click('a', 'Price: high to low')
    await guest.at(`${changed}&sort=price_high`)
    await guest.see('summary', 'Sort: Price: high to low')
    await guest.back()
    await guest.at(changed)
    await guest.see('summary', 'Sort: Recommended')
    await guest.back()
    await guest.at(`/search?${stayToQuery(stay)}`)
    await guest.see('.stay-result-price', await totalOf('large-luxury', stay))
  },

  async 'on a phone the menu opens, closes on Escape, and leads to a message that is sent'(guest) {
    await guest.setViewport(390, 844)
    await guest.open('/')
    await guest.click('button', 'Menu')
    await guest.see('header a', 'Contact')
    await guest.press('Escape')
    await guest.gone('header a', 'Contact')
    expect(await guest.focused()).toBe('Menu')
    await guest.press('Enter')
    await guest.click('header a', 'Contact')
    await guest.see('h1', 'Get in Touch')
    await guest.write('Name', 'Dana Whitlock')
    await guest.write('Email', 'dana@example.com')
    await guest.write('Message', 'Is there a high chair?')
    await guest.click('button', 'Send message')
    await guest.see('.toast', 'Message sent!')
  },

  async 'a visitor enters the giveaway'(guest) {
    await guest.open('/staycation')
    await guest.write('Full name', 'Ada Guest')
    await guest.write('Email', `engine-${process.pid}-${Date.now()}@example.com`)
    await guest.write('Phone', '(970) 555-0123')
    await guest.choose('State', 'CO')
    await guest.write('Zip code', '80487')
    await guest.click('button', 'Enter the giveaway')
    await guest.see('h2', 'You’re in. One light is on for you.')
    await guest.see('.toast', 'Entry Submitted!')
  },

  async 'a picture opens large, the next one follows, and Escape gives the focus back'(guest) {
    await guest.open('/property/large-luxury')
    await guest.click('#gallery a', 'Dark timber lodge')
    await guest.see('.lightbox-count', '1 / 14')
    await guest.press('ArrowRight')
    await guest.see('.lightbox-count', '2 / 14')
    await guest.click('dialog button', 'Previous photo')
    await guest.see('.lightbox-count', '1 / 14')
    await guest.press('Escape')
    await guest.gone('.lightbox-count')
    expect(await guest.evaluate(() => document.activeElement?.querySelector('img')?.alt)).toMatch(/^Dark timber lodge/)
  },

  async 'an operator says how guests pay, confirms, records a payment, and cancels with everything back'(operator) {
    const stay = { ...(await freeStay('spacious-condo')), children: 0 }
    const total = await totalOf('spacious-condo', stay)
    const { reference } = (await (await bookByCall('spacious-condo', stay)).json()) as { reference: string }
    await operator.setViewport(390, 844)
    await setHowGuestsPay(operator)
    await operator.open(`/admin/bookings/${reference}`)
    await operator.click('button', 'Confirm')
    await operator.see('.page-top .state', 'Confirmed')
    await expectHowToPay(operator, { reference, total })
    await operator.click('summary', 'Record a payment')
    await operator.click('input', 'How')
    await operator.type('check 1042')
    await operator.click('button', 'Record the payment')
    await operator.see('.stream-note', 'Paid outside this site')
    await operator.click('summary', 'Cancel this stay')
    await operator.click('input[type=radio]', 'Everything')
    await operator.see('blockquote', 'As you asked')
    await operator.click('button', 'Cancel the stay')
    await operator.see('.page-top .state', 'Canceled')
    await operator.see('h2', 'Return $')
    expect(await countUnavailableNights('spacious-condo', stay)).toBe(0)
  },

  async 'an operator blocks two nights for the owner, raises their price, and lets a cleaner in, and undoes each'(
    operator,
  ) {
    const stay = await freeStay('lake-keowee', 2)
    const first = `.board [data-property="lake-keowee"] [data-night="${stay.checkIn}"]`
    const last = `.board [data-property="lake-keowee"] [data-night="${addDays(stay.checkIn, 1)}"]`
    await operator.open(`/admin/calendar?day=${stay.checkIn}&property=lake-keowee`)
    await operator.click(first)
    await operator.click(last)
    await operator.click('.sheet-pills label', 'Owner stay')
    await operator.click('button', 'Block for the owner')
    await operator.see(`${first} a`, 'Owner stay')
    expect(await countUnavailableNights('lake-keowee', stay)).toBe(2)
    await operator.click('button', 'Undo')
    await operator.gone(`${first} a`, 'Owner stay')
    expect(await countUnavailableNights('lake-keowee', stay)).toBe(0)
    const before = await operator.text(first)
    await operator.click(first)
    await operator.click(last)
    await operator.write('Nightly price', '+15%')
    await operator.click('.sheet button', 'Save for 2 nights')
    await operator.see('.notice button', 'Undo')
    expect(await operator.text(first)).not.toBe(before)
    await operator.click('.notice button', 'Undo')
    await operator.see('.notice', 'Undone:')
    expect(await operator.text(first)).toBe(before)
    const name = `Maria ${process.pid} ${Date.now()}`
    await operator.open('/admin/turnovers')
    await operator.see('#tomorrow', '')
    await operator.evaluate(() => document.querySelector('#add-link')?.setAttribute('open', ''))
    await operator.write('Who is it for?', name)
    await operator.click('button', 'Make the link')
    await operator.see('.cleaner-secret input', '')
    const link = await operator.evaluate(() => document.querySelector<HTMLInputElement>('.cleaner-secret input')?.value)
    // Its row in the list: the page has then loaded again, too.
    await operator.see('summary', `Edit ${name}`)
    await operator.open(new URL(link ?? '').pathname)
    await operator.see('main p', `For ${name}`)
    await operator.open('/admin/turnovers')
    await operator.click('summary', `Edit ${name}`)
    await operator.click('button', `Revoke the link of ${name}`)
    await operator.click('.notice button', 'Undo')
    await operator.see('.notice', 'Undone:')
  },

  'an operator uploads an image': uploadImage,

  'an operator adds photos of a home, describes and orders them, and takes a removal back': addImages,
}

/** All journeys in one engine, with `npm test -- --all`. What every run plays there is in `paying-by-card.test.ts`. */
export function testJourneys(name: string, start: (() => Promise<Engine>) | null) {
  test.describe(`in ${name}`, { tag: '@slow' }, () => {
    test.skip(start === null, `${name} is not installed`)
    const engine = engineOf(name, start)
    let session: Awaited<ReturnType<Engine['open']>> | undefined
    // Here, so that a flow that timed out leaves no session that blocks the next.
    test.afterEach(async () => {
      await session?.close()
      session = undefined
    })
    test.afterAll(() => engine.close())

    test('errors in a page are detected', async () => {
      const opened = await engine.open()
      session = opened
      await visitorOf(opened, siteUrl()).open('/contact')
      await opened.evaluate(() => {
        // biome-ignore lint/suspicious/noConsole: runs in a page and causes the error on purpose
        console.error('no nights')
        setTimeout(() => {
          throw new Error('no home')
        })
      })
      const noticed = async () => {
        await opened.evaluate(() => {})
        return opened.errors().map((error) => error.split('\n', 1)[0])
      }
      const both = [expect.stringMatching(/^console: no nights/), expect.stringMatching(/^uncaught: .*no home/)]
      await expect.poll(noticed, { timeout: 10_000 }).toEqual(both)
    })

    for (const [title, journey] of Object.entries(JOURNEYS)) {
      test(title, async () => {
        const opened = await engine.open()
        session = opened
        try {
          await opened.setViewport(1440, 900)
          await journey(visitorOf(opened, siteUrl()))
          expect(opened.errors()).toEqual([])
        } catch (error) {
          await mkdir(SCREENSHOTS, { recursive: true })
          await writeFile(path.join(SCREENSHOTS, `${name}: ${title.slice(0, 40)}.png`), await opened.screenshot())
          throw error
        }
      })
    }
  })
}
