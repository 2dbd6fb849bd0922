import { stayToQuery } from '#app/shared/stay.ts'
import { GUEST } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { countUnavailableNights, freeStay, propertyOf } from '../stays.ts'

test('a form sent twice, as by a browser that retries, returns the same booking', async ({ visit }) => {
  const stay = await freeStay('lake-keowee')
  const path = `/embed/book/${propertyOf('lake-keowee').id}?${stayToQuery(stay)}`
  const page = await visit(path, { javaScript: false })
  const form = page.locator('form[method=post]')
  const sent = await form.evaluate((element, guest) => {
    const fields = Object.fromEntries(new FormData(element as HTMLFormElement)) as Record<string, string>
    return { ...fields, ...guest }
  }, guestFields())
  const send = async () => {
    const answer = await page.request.post(page.url(), { form: sent, headers: { origin: new URL(page.url()).origin } })
    expect(answer.status()).toBe(201)
    return />([2-9B-Z]{3}-[2-9B-Z]{3})</.exec(await answer.text())?.[1]
  }
  const [first, second] = await Promise.all([send(), send()])
  expect(first).toBeDefined()
  expect([second, await send()]).toEqual([first, first])
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)
})

function guestFields() {
  return { guestName: GUEST.name, guestEmail: GUEST.email, guestPhone: GUEST.phone }
}
