import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { refuseNulInAddress, refuseNulInForm } from './refuse-nul.ts'
import { guarded } from './request-guard.ts'

const site = new Hono()
  .use(guarded(refuseNulInAddress))
  .use(refuseNulInForm)
  .all('*', async ({ req, text }) => text([...(await req.raw.formData().catch(() => []))].join('&')))

test('NUL in a path or a query is refused with a sentence, as JSON to a call', async () => {
  for (const path of ['/admin/bookings/%00', '/admin/search?q=Ada%00', '/search?%00=1', '/admin.data?q=%00']) {
    const answer = await site.request(path)
    expect([path, answer.status]).toEqual([path, 400])
    expect(await answer.text()).toContain('contains the character NUL')
  }
  const call = await site.request('/api/availability?promo=%00')
  expect([call.status, await call.json()]).toMatchObject([400, { code: 'nul-in-text' }])
  expect((await site.request('/search?q=%2500')).status, 'the three characters %00').toBe(200)
})

test('NUL in a field of a form is refused, and every other form is read whole', async () => {
  const post = (body: FormData | URLSearchParams) => site.request('/admin/site', { method: 'POST', body })
  const form = new FormData()
  form.set('photo', new File(['\0\0'], 'lake.jpg'))
  form.set('note', 'a, b')
  expect(await (await post(form)).text()).toBe('photo,[object File]&note,a, b')
  expect(await (await post(new URLSearchParams({ note: '%00' }))).text()).toBe('note,%00')
  form.set('note', 'a\0b')
  for (const body of [form, new URLSearchParams({ note: '\0' }), new URLSearchParams({ '\0': 'a' })]) {
    const answer = await post(body)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('contains the character NUL')])
  }
})
