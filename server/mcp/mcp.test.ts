import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from 'vitest'
import { newToken } from '#app/features/operators/api-tokens.server.ts'
import { apiTokens } from '#app/features/operators/operators.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { TokenScope } from '#app/shared/roles.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite, NOON, testServices } from '#test/factories.ts'

const SITE = 'https://stay.example'
const STAY = { home: 'cabin', checkin: '2027-07-02', checkout: '2027-07-06', adults: 2 }

describeWithDatabase('assistants', (database) => {
  const services = () => testServices(database(), { config: readConfig({ SITE_URL: SITE }) })

  async function open(token?: string) {
    const api = createApi(services())
    const transport = new StreamableHTTPClientTransport(new URL(`${SITE}/mcp`), {
      fetch: async (url, init) => api.request(String(url), init),
      requestInit: token ? { headers: { authorization: `Bearer ${token}` } } : {},
    })
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    return client
  }
  async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: input })
    const [first] = content as { text: string }[]
    return { words: first?.text ?? '', value: structuredContent as Record<string, unknown>, isError: isError ?? false }
  }
  async function makeCabin() {
    const { db } = services()
    await makeSite(db)
    const property = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin' })
    await db.update(properties).set({ status: 'published' })
    return property
  }
  async function makeToken(scopes: TokenScope[], expiresAt = new Date(NOON.getTime() + 86_400_000)) {
    const { token, tokenHash } = newToken()
    const row = { name: scopes.join(), scopes, tokenHash, createdAt: new Date(NOON.getTime() - 86_400_000), expiresAt }
    await services().db.insert(apiTokens).values(row)
    return token
  }

  test('of guests find homes, open dates, and the same total as the site, and get the page that sends the request', async () => {
    const property = await makeCabin()
    const client = await open()
    expect((await client.listTools()).tools.map(({ name }) => name).toSorted()).toEqual([
      ...['find_homes', 'home_details', 'open_dates', 'price_stay'],
    ])
    const found = await call(client, 'find_homes', { checkin: STAY.checkin, checkout: STAY.checkout, adults: 2 })
    const answer = await createApi(services()).request(
      `/api/availability?checkin=${STAY.checkin}&checkout=${STAY.checkout}&adults=2`,
    )
    const { properties: listed } = (await answer.json()) as { properties: { total: number }[] }
    expect(found.value.homes).toMatchObject([{ home: 'cabin', total: listed[0]?.total, currency: 'USD' }])
    const price = await call(client, 'price_stay', STAY)
    expect(price.value).toMatchObject({ total: listed[0]?.total, nights: 4 })
    expect(price.value.url).toBe(
      `${SITE}/property/cabin?checkin=2027-07-02&checkout=2027-07-06&adults=2&children=0&pets=0&infants=0`,
    )
    const undated = await call(client, 'find_homes')
    expect(undated.value.homes).toMatchObject([{ home: 'cabin', nextOpen: { dates: expect.any(String) } }])
    expect((await call(client, 'home_details', { home: 'cabin' })).value).toMatchObject({ name: 'Cabin' })

    await makeBooking(services().db, property, { from: '2027-07-03', to: '2027-07-05' }, { status: 'confirmed' })
    const open_ = await call(client, 'open_dates', { home: 'cabin', from: '2027-07-01', to: '2027-07-06' })
    const nights = (open_.value.open as { night: string }[]).map(({ night }) => night)
    expect(nights).toEqual(['2027-07-01', '2027-07-02', '2027-07-05'])
    expect(await call(client, 'price_stay', STAY)).toMatchObject({
      isError: true,
      words: expect.stringMatching(/already booked/),
    })
  })

  test('are told what is wrong, and never what is inside', async () => {
    await makeCabin()
    const client = await open()
    expect(await call(client, 'price_stay', { ...STAY, home: 'nowhere' })).toMatchObject({
      isError: true,
      words: 'We couldn’t find that home.',
    })
    expect(await call(client, 'price_stay', { ...STAY, checkout: STAY.checkin })).toMatchObject({ isError: true })
    expect(await call(client, 'open_dates', { home: 'cabin', from: '2027-07-01', to: '2029-07-06' })).toMatchObject({
      isError: true,
      words: 'Please ask for 1 to 400 nights.',
    })
    expect((await call(client, 'price_stay', { home: 'x', checkin: 'soon' })).isError).toBe(true)
    expect((await call(client, 'read_day')).isError).toBe(true)
    const api = createApi(services())
    expect((await api.request('/mcp')).status).toBe(405)
    expect((await api.request('/mcp', { method: 'POST', body: 'x' })).status).toBe(415)
  })

  test('of an operator read the day with a token, without contacts unless the token may; others are refused', async () => {
    const property = await makeCabin()
    const guest = { guestName: 'Ada Lovelace', guestEmail: 'ada@guests.example', status: 'confirmed' as const }
    await makeBooking(services().db, property, { from: '2027-05-31', to: '2027-06-02' }, guest)
    const first = await open(await makeToken(['stays:read']))
    const day = await call(first, 'read_day')
    expect(day.value).toMatchObject({ here: [{ guest: { name: 'Ada', email: null } }], leaving: [{}], arriving: [] })
    expect(day.words).not.toMatch(/Lovelace|ada@/)
    const second = await open(await makeToken(['contacts:read', 'stays:read']))
    expect((await call(second, 'find_bookings', { search: 'lovelace' })).value).toMatchObject({
      total: 1,
      bookings: [{ guest: { email: 'ada@guests.example' } }],
    })
    const other = await open(await makeToken(['content:read']))
    expect((await call(other, 'read_day')).isError).toBe(true)
    await expect(open('tok_wrong')).rejects.toThrow(/401|unknown/)
    await expect(open(await makeToken(['contacts:read'], NOON))).rejects.toThrow(/401|unknown/)
  })
})
