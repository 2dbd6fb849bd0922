import { eq } from 'drizzle-orm'
import { createRequestHandler, type EntryContext, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { handleError } from '#app/entry.server.tsx'
import { ALL_CHANGES } from '#app/features/back-office/changes.server.ts'
import { maySee, PAGE_SCOPES } from '#app/features/back-office/page-scopes.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { listBoardProperties } from '#app/features/calendar-board/board.server.ts'
import { draftFrom, parseChange } from '#app/features/calendar-board/change-form.ts'
import { nightChanges } from '#app/features/calendar-board/nights.changes.server.ts'
import { planChange } from '#app/features/calendar-board/plan-change.ts'
import { fingerprintOf } from '#app/features/calendar-board/plan-words.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { newToken } from '#app/features/operators/api-tokens.server.ts'
import { operatorAccess } from '#app/features/operators/operators.server.ts'
import { apiTokens, users } from '#app/features/operators/operators.tables.server.ts'
import { sessionCookie, startSession } from '#app/features/operators/sessions.server.ts'
import { nightOverrides } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { runChange } from '#app/platform/change/change.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { type Operator, operatorAccessContext, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { nonceContext, requestIdContext, servicesContext } from '#app/platform/http/page-context.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { may } from '#app/shared/may.ts'
import { ROLE_NAMES, ROLES, type Role, type Scope, TOKEN_SCOPES, type TokenScope } from '#app/shared/roles.ts'
import { content } from '#content/site.ts'
import { createApi } from '#server/api.ts'
import { CALL_SCOPES } from '#test/call-scopes.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite, NOON, testServices } from '#test/factories.ts'
import { pageRoutes } from '#test/page-routes.ts'

const routes = await pageRoutes()
const PATTERNS = Object.values(routes).flatMap((route) =>
  route?.parentId === 'shell/admin-shell.tsx' && route.path ? [`/${route.path}`] : [],
)

/** The data of a guest of the cabin and of one of the lodge. Neither may be visible without access to contact data. */
const CABIN_GUEST = { guestName: 'Ada Lovelace', guestEmail: 'ada@guests.example', guestPhone: '+1 970 555 0101' }
const LODGE_GUEST = { guestName: 'Bob Marley', guestEmail: 'bob@guests.example', guestPhone: '+1 970 555 0202' }
const WRITTEN = { specialRequests: 'Late from Denver airport', privateNote: 'Had a broken lamp' }
const CONTACT = [...Object.values(CABIN_GUEST), ...Object.values(LODGE_GUEST), ...Object.values(WRITTEN)]

const SITE = 'https://stay.example'

const EVERY_SCOPE = ROLES.owner.scopes.flatMap((scope): Scope[] => [scope, scope.replace('write', 'read') as Scope])

/** Instead of HTML, a page answers with all data of its loaders. */
const handleRequest = (_: Request, status: number, headers: Headers, { staticHandlerContext }: EntryContext) => {
  const { loaderData, actionData, errors } = staticHandlerContext
  return new Response(JSON.stringify({ loaderData, actionData, errors: Object.values(errors ?? {}).map(String) }), {
    status,
    headers,
  })
}
const manifest = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' }
const build = {
  entry: { module: { default: handleRequest, handleError } },
  routes,
  assets: manifest,
  publicPath: '/',
  future: {},
  ssr: true,
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild
const respond = createRequestHandler(build, 'production')

const operatorAs = (role: Role, properties: string[] | null = null): Operator => {
  return { ...UNNAMED, name: role, role, scopes: ROLES[role].scopes, properties }
}

test('every page has its scope, and no scope is of a page that does not exist', () => {
  expect(Object.keys(PAGE_SCOPES).toSorted()).toEqual(PATTERNS.toSorted())
})

test('who may be limited to some homes changes nothing', () => {
  const limited = Object.values(ROLES).filter((role) => 'byProperty' in role)
  expect(
    limited.flatMap(({ scopes }) => scopes).filter((scope) => scope.endsWith(':write') && scope !== 'own:write'),
  ).toEqual([])
})

describeWithDatabase('every role at every door', (database) => {
  const services = () => testServices(database())

  async function makeWorld() {
    const { db } = services()
    await makeSite(db)
    await db.update(site).set({ content })
    const stay = async (slug: string, name: string, guest: object) => {
      const property = await makePricedProperty(db, { slug, name })
      const id = await makeBooking(
        db,
        property,
        { from: '2027-06-03', to: '2027-06-08' },
        { status: 'confirmed', ...guest },
      )
      const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
      return { property, reference: row?.reference ?? '', token: row?.token ?? '' }
    }
    const cabin = await stay('cabin', 'Cabin', { ...CABIN_GUEST, ...WRITTEN })
    const lodge = await stay('lodge', 'Lodge', LODGE_GUEST)
    await db.update(properties).set({ status: 'published' })
    const message = { name: 'Ada Lovelace', email: 'ada@guests.example', subject: 'Keys', message: 'Where are they?' }
    await db.insert(inquiries).values(message)
    return { cabin, lodge }
  }
  type World = Awaited<ReturnType<typeof makeWorld>>

  const pathOf = (pattern: string, { reference }: { reference: string }) =>
    pattern
      .replace(':slug', 'cabin')
      .replace(':reference', reference)
      .replace(':page', 'home')
      .replace(/:(?:file|issue|post)\b/, '0192f0c1-0000-7000-8000-000000000000')
      .replace('*', 'nothing-here')

  async function ask(by: Operator | null, path: string, init: RequestInit = {}) {
    const context = new RouterContextProvider()
    context.set(servicesContext, services())
    context.set(requestIdContext, 'test')
    context.set(nonceContext, undefined)
    context.set(operatorAccessContext, { findOperator: async () => by })
    const answer = await respond(new Request(new URL(path, 'http://site.example'), init), context)
    return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() }
  }

  test.each(ROLE_NAMES)('%s: each page and its data', async (role) => {
    const world = await makeWorld()
    const by = operatorAs(role)
    for (const pattern of PATTERNS) {
      const path = pathOf(pattern, world.cabin)
      for (const address of [path, `${path === '/admin' ? '/admin' : path}.data`]) {
        const { status, to, text } = await ask(by, address)
        const isOpen = maySee(by, pattern)
        if (!isOpen && pattern === '/admin') expect(`${status} ${to} ${text}`, address).toMatch(/202|302/)
        else if (!isOpen) expect(status, `${role} at ${address}`).toBe(403)
        else expect([200, 202, 301, 302, 404], `${role} at ${address}: ${text}`).toContain(status)
        if (!may(by, 'contacts:read'))
          expect(
            CONTACT.filter((words) => text.includes(words)),
            address,
          ).toEqual([])
        if (!may(by, 'contacts:read')) expect(text, address).not.toContain(world.cabin.token)
      }
    }
  })

  test('a visitor is led to the sign-in page from each of them', async () => {
    const world = await makeWorld()
    for (const pattern of PATTERNS) {
      const { status, to } = await ask(null, pathOf(pattern, world.cabin))
      expect([status, to.split('?')[0]], pattern).toEqual([302, '/sign-in'])
    }
  })

  const ofLodge = ({ lodge }: World) => ['Lodge', 'lodge', lodge.property, lodge.reference, lodge.token, 'Bob']
  const addressesOf = ({ lodge }: World) => [
    ...['/admin/bookings?view=all', '/admin/bookings?property=lodge&view=all', '/admin/bookings?q=bob'],
    ...[`/admin/bookings?q=${lodge.reference}`, `/admin/search?q=${lodge.reference}`, '/admin/search?q=lodge'],
    ...[`/admin/bookings/${lodge.reference}`, `/admin/bookings/${lodge.reference.toLowerCase()}`, '/admin/turnovers'],
    ...[`/admin/calendar?day=2027-06-01&show=${lodge.reference}`, '/admin/calendar?day=2027-06-01&property=lodge'],
    ...['/admin/history?property=lodge', `/admin/history?booking=${lodge.reference}`],
  ]

  test.each(ROLE_NAMES.filter((role) => 'byProperty' in ROLES[role]))(
    '%s of one home never reads of another',
    async (role) => {
      const world = await makeWorld()
      const by = operatorAs(role, [world.cabin.property])
      for (const path of addressesOf(world)) {
        for (const address of [path, path.replace(/(\?|$)/, '.data$1')]) {
          const { status, text } = await ask(by, address)
          expect(status, address).toBeLessThan(500)
          // Requested values may be in the form of the page.
          const words = ofLodge(world).filter((word) => !address.toLowerCase().includes(word.toLowerCase()))
          expect(
            words.filter((word) => text.includes(word)),
            address,
          ).toEqual([])
        }
      }
      const seen = await ask(
        by,
        role === 'housekeeper' ? '/admin/turnovers' : `/admin/bookings/${world.cabin.reference}`,
      )
      expect(seen.text).toContain('Cabin')
    },
  )

  test.each(ROLE_NAMES)('%s: each form', async (role) => {
    await makeWorld()
    const by = operatorAs(role)
    for (const [intent, change] of ALL_CHANGES.flatMap((changes) => Object.entries(changes))) {
      const outcome = await runChange(change, { services: services(), by, form: new FormData() })
      expect(!outcome.ok && outcome.status === 403, `${role}: ${intent}`).toBe(!may(by, change.scope))
    }
  })

  test('front desk blocks nights, but changes no prices and rules of them, and undoes no such change', async () => {
    await makeWorld()
    const by = operatorAs('front-desk')
    const { db, clock } = services()
    const [first, last] = ['2027-09-06', '2027-09-08']
    const post = async (fields: Record<string, string>, poster: Operator) => {
      const read = parseChange(
        draftFrom((name) => fields[name] ?? ''),
        30,
      )
      if (!read.ok) throw new Error(read.message)
      const board = await listBoardProperties({ db, clock }, { from: first, to: '2027-09-09' }, ['cabin'])
      const seen = fingerprintOf(planChange(board, { first, last, only: 'all' }, read.change))
      const chosen = { properties: 'cabin', included: 'cabin', first, last, only: 'all', seen }
      return postChange(nightChanges.change, { services: services(), by: poster }, { ...chosen, ...fields })
    }
    const rules = { what: 'rates', minimumStay: '4' }
    expect(await post(rules, by)).toMatchObject({ status: 403 })
    expect(await db.$count(nightOverrides)).toBe(0)
    const made = await post(rules, UNNAMED)
    expect(made).toMatchObject({ ok: true })
    expect(await undoChange(services(), { id: (made.ok && made.id) || '', by })).toMatchObject({ status: 409 })
    expect(await db.$count(nightOverrides)).toBeGreaterThan(0)
    expect(await post({ what: 'owner' }, by)).toMatchObject({ ok: true })
  })

  /** Asks calls of a live site, with these headers. */
  function useCalls() {
    const live = testServices(database(), { config: readConfig({ SITE_URL: SITE }) })
    const api = createApi(live)
    const ask = async (call: string, headers: Record<string, string>) => {
      const [method = '', path = ''] = call.split(' ')
      const answer = await api.request(path.replaceAll(/:\w+(\{.+\})?/g, 'x'), { method, headers })
      // An event stream does not end by itself.
      await answer.body?.cancel()
      return answer.headers.get('location')?.startsWith('/sign-in') ? 401 : answer.status
    }
    return { live, api, ask }
  }

  test('each call of the back office, by the cookie of each role', async () => {
    const { live, api, ask } = useCalls()
    const calls = [...new Set(api.routes.map(({ method, path }) => `${method} ${path}`))].filter(
      (call) => !call.startsWith('ALL'),
    )
    const visitor = await Promise.all(calls.map(async (call) => ({ call, status: await ask(call, {}) })))
    const guarded = visitor.filter(({ status }) => status === 401).map(({ call }) => call)
    expect(guarded.toSorted()).toEqual(Object.keys(CALL_SCOPES).toSorted())
    for (const role of ROLE_NAMES) {
      const [user] = await live.db.insert(users).values({ username: role, passwordHash: 'x', role }).returning()
      const token = user && (await startSession(live, user, { headers: new Headers(), address: '203.0.113.1' }))
      for (const [call, scope] of Object.entries(CALL_SCOPES)) {
        const status = await ask(call, { cookie: sessionCookie(live.config, token ?? null) })
        expect(status, `${role}: ${call}`).toBeLessThan(500)
        expect(status === 403, `${role}: ${call} ${status}`).toBe(!may(operatorAs(role), scope))
      }
    }
  })

  test('every route, by a token of every scope: it is let into the calls of its scope, and into nothing else', async () => {
    const { live, api, ask } = useCalls()
    // Texts that no published page shows.
    const image = '/objects/uploads/damage.png'
    const file = { contentType: 'image/png', width: 8, height: 8, bytes: 8 }
    await live.db.insert(mediaObjects).values({ path: image, ...file })
    const open = [...new Set(api.routes.map(({ method, path }) => `${method} ${path}`))].filter(
      (call) => !call.startsWith('ALL') && !(call in CALL_SCOPES),
    )
    const asked = (call: string) => (call === 'GET /objects/*' ? `GET ${image}` : call)
    const toVisitor = new Map<string, number>()
    for (const call of open) toVisitor.set(call, await ask(asked(call), {}))
    const forTokens = new Set<Scope>()
    const dates = { createdAt: NOON, expiresAt: new Date(NOON.getTime() + 60_000) }
    for (const scope of new Set([...EVERY_SCOPE, ...Object.keys(TOKEN_SCOPES)] as TokenScope[])) {
      const { token, tokenHash } = newToken()
      await live.db.insert(apiTokens).values({ name: scope, tokenHash, scopes: [scope], ...dates })
      const bearer = { authorization: `Bearer ${token}` }
      for (const [call, needed] of Object.entries(CALL_SCOPES)) {
        const status = await ask(call, bearer)
        const isOpen = call.includes(' /api/') && may({ scopes: [scope] }, needed)
        expect(status, `${scope}: ${call}`).toBeLessThan(500)
        expect(status === 403, `${scope}: ${call} ${status}`).toBe(!isOpen)
        if (isOpen) forTokens.add(scope)
      }
      for (const call of open) expect(await ask(asked(call), bearer), `${scope}: ${call}`).toBe(toVisitor.get(call))
      expect(await operatorAccess(live).findOperator(new Headers(bearer)), 'a page').toBeNull()
    }
    // These add to answers: names, and homes that are not published.
    expect(Object.keys(TOKEN_SCOPES).toSorted()).toEqual([...forTokens, 'contacts:read', 'content:read'].toSorted())
    expect(await ask('GET /api/bookings', { authorization: 'Bearer tok_wrong' })).toBe(401)
  })
})
