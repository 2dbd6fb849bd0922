import type { Email } from 'postal-mime'
import type { Stay } from '#app/shared/stay.ts'
import type { ServedPage } from '#test/requests/served-page.ts'
import type { StripeServer } from '#test/servers/stripe-server.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect } from '../page.ts'
import type { Slug } from '../stays.ts'

/** The path of a link in an email. */
export const pathIn = ({ html }: Email, below: string) => new RegExp(`/${below}/[\\w-]+`).exec(html ?? '')?.[0] ?? ''

/** The path of the link to pay that the page of a booking shows to its operator. */
export const linkToPay = ({ html }: ServedPage) => /value="[^"]*(\/embed\/pay\/[\w-]+)"/.exec(html)?.[1] ?? ''

/** An operator books by hand for a guest who called, with a link to pay. Returns the booking's page. */
export async function bookByHand(site: string, stay: Stay, property: Slug, guest: { Name: string; Email: string }) {
  const operator = visitByRequests(site)
  const query = new URLSearchParams({ property, checkIn: stay.checkIn, checkOut: stay.checkOut })
  const form = await operator.open(`/admin/bookings/new?${query}`)
  const how = { payment: 'link', 'Email the confirmation to the guest': true }
  const booking = await operator.send(form, { button: /^Book / }, { ...guest, ...how })
  expect(booking.status).toBe(200)
  return { operator, booking }
}

/** The actions of the guest's browser on a page to pay. The bank approves the card, and the page asks the site. */
export async function payOn(stripe: StripeServer, { html, url }: ServedPage): Promise<ServedPage> {
  const intent = stripe.intents().at(-1)
  expect(html).toContain(intent?.client_secret)
  expect(stripe.pay(intent?.id ?? '')).toBe(200)
  const sent = await fetch(url, { method: 'POST', headers: { origin: url.origin }, body: new URLSearchParams() })
  expect(sent.status).toBe(200)
  return visitByRequests(url.origin).open(url.pathname)
}
