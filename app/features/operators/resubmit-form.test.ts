import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import {
  clientAddressContext,
  databaseUnavailableContext,
  servicesContext,
} from '#app/platform/http/page-context.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { createOperator, operatorAccess } from './operators.server.ts'
import { offerResubmit } from './resubmit-form.server.tsx'

const MIA = { username: 'mia', password: 'ten lit windows' }
const NOTE = { intent: 'note', note: 'Two <b>dogs</b>\nand a cat' }
const AGAIN = { ...NOTE, 'operator-username': 'mia', 'operator-password': MIA.password }

describeWithDatabase('a form of the back office', (database) => {
  /** Posts a form; `stored` are the operators in whose name it got through. */
  async function post(fields: Record<string, string>, { accept = 'text/html', cookie = '', isAway = false } = {}) {
    const services = testServices(database(), { config: readConfig({ SITE_URL: 'https://stay.example' }) })
    const context = new RouterContextProvider()
    context.set(servicesContext, services)
    context.set(operatorAccessContext, operatorAccess(services))
    context.set(clientAddressContext, '203.0.113.7')
    const request = new Request('https://stay.example/admin/bookings/7K3-M9Q?view=all', {
      method: 'POST',
      body: new URLSearchParams([...Object.entries(fields), ['property', 'a'], ['property', 'b']]),
      headers: { accept, ...(cookie && { cookie }) },
    })
    const stored: (string | null | undefined)[] = []
    const answer = await offerResubmit('/app.css')({ request, context }, async () => {
      if (isAway) context.set(databaseUnavailableContext, true)
      else stored.push((await context.get(operatorAccessContext).findOperator(request.headers))?.name)
      expect((await request.formData()).get('note')).toBe(NOTE.note)
      return new Response(null, { status: 303 })
    })
    return { status: answer?.status, html: await answer?.text(), headers: answer?.headers, stored }
  }
  const kept = 'name="note" value="Two &lt;b&gt;dogs&lt;/b&gt;\nand a cat"'

  test('is kept while its sender signs in again, and is then stored once, in that name', async () => {
    await createOperator(testServices(database()), MIA)
    const ended = await post(NOTE)
    expect(ended).toMatchObject({ status: 401, stored: [] })
    expect(ended.html).toContain('action="/admin/bookings/7K3-M9Q?view=all"')
    expect(ended.html).toContain(kept)
    for (const property of ['a', 'b']) expect(ended.html).toContain(`name="property" value="${property}"`)
    expect(ended.headers?.get('cache-control')).toBe('no-store')
    const wrong = await post({ ...AGAIN, 'operator-password': 'a guess' })
    expect(wrong).toMatchObject({ status: 400, stored: [] })
    expect(wrong.html).toContain(kept)
    expect(wrong.html).toContain('That name or password isn’t right.')
    expect(wrong.html).not.toContain('a guess')
    const signedIn = await post(AGAIN)
    expect(signedIn).toMatchObject({ status: 303, stored: ['mia'] })
    const [cookie = ''] = signedIn.headers?.getSetCookie() ?? []
    expect(cookie).toMatch(/^__Host-session=.*HttpOnly; Secure/)
    expect(await post(NOTE, { cookie: cookie.split(';')[0] })).toMatchObject({ status: 303, stored: ['mia'] })
  })

  test('is left to the open page by the router in the browser', async () => {
    expect(await post(NOTE, { accept: '*/*' })).toMatchObject({ status: 303, stored: [undefined] })
  })

  test('is kept while the database is unavailable', async () => {
    await createOperator(testServices(database()), MIA)
    const away = await post(AGAIN, { isAway: true })
    expect(away).toMatchObject({ status: 503, stored: [] })
    expect(away.headers?.get('retry-after')).toBe('5')
    expect(away.html).toContain('Nothing you typed is lost.')
    expect(away.html).toContain('<textarea id="note"')
    expect(away.html).not.toContain(MIA.password)
  })
})
