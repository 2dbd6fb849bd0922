import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { generate } from 'otplib'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { accountChanges } from '#app/features/operators/manage/account/account.changes.server.ts'
import type { ShownOnce } from '#app/features/operators/manage/account/account.ts'
import { createOperator } from '#app/features/operators/operators.server.ts'
import {
  accountLinks,
  apiTokens,
  authenticators,
  operatorSessions,
  users,
} from '#app/features/operators/operators.tables.server.ts'
import { findSessionOperator, startSession } from '#app/features/operators/sessions.server.ts'
import { webhookDeliveries, webhooks } from '#app/features/webhooks/webhooks.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { passkeyDevice } from '../passkey-device.ts'
import type { Case, World } from './change-world.ts'
import { postChange } from './post-change.ts'

const PASSWORD = 'a long walk in the snow'
const PLACE = { headers: new Headers(), address: '203.0.113.1' }

async function makePerson({ services }: Pick<World, 'services'>, username: string) {
  await createOperator(services, { username, password: PASSWORD })
  const [user] = await services.db.select().from(users).where(eq(users.username, username))
  if (!user) throw new Error('the account was not stored')
  return user
}

/** An operator who has signed in, and posts forms about the own account. */
async function signedIn(services: Services) {
  const user = await makePerson({ services }, 'mia')
  const by = await findSessionOperator(services, await startSession(services, user, PLACE))
  if (!by) throw new Error('the session was not stored')
  const post = (intent: keyof typeof accountChanges, fields: Record<string, string> = {}) =>
    postChange(accountChanges[intent] as (typeof accountChanges)['details'], { services, by }, { intent, ...fields })
  return { user, by, post }
}

async function withApp(services: Services) {
  const self = await signedIn(services)
  await self.post('start-app')
  const [app] = await services.db.select().from(authenticators)
  const code = await generate({ secret: app?.secret ?? '', epoch: services.clock.now().getTime() / 1000 })
  await self.post('confirm-app', { code })
  return self
}

async function withPasskey(services: Services) {
  const self = await signedIn(services)
  const device = passkeyDevice(services.config.siteUrl)
  const started = (await self.post('start-passkey')) as { shown?: ShownOnce }
  if (!started.shown || !('passkey' in started.shown)) throw new Error('no passkey was asked for')
  await self.post('add-passkey', { passkey: device.make(started.shown.passkey) })
  return { ...self, device }
}

const ofBen =
  (...intents: string[]) =>
  async (world: World) => {
    const { id } = await makePerson(world, 'ben')
    for (const intent of intents) await world.post('/admin/people', { intent, id, role: 'manager' })
  }

const invite = ({ services, post }: World) =>
  services.db
    .insert(site)
    .values({ brand: 'Powder & Cove', email: 'hello@powderandcove.example' })
    .onConflictDoNothing()
    .then(() =>
      post('/admin/people', { intent: 'invite', email: 'maria@example.com', role: 'front-desk', key: randomUUID() }),
    )

const addToken = ({ post }: World) =>
  post('/admin/api', {
    intent: 'add-token',
    name: 'Locks',
    scopes: 'stays:read',
    days: '90',
    key: randomUUID(),
  })

const addWebhook = ({ post }: World) =>
  post('/admin/api', {
    intent: 'add-webhook',
    url: 'https://hooks.example/stays',
    topics: ['booking', 'message'],
    key: randomUUID(),
  })

/** How each change of people, accounts, and programs is made, and its words in History. */
export const PEOPLE_CASES = {
  'person.invited': ['maria@example.com invited', invite],
  'invitation.withdrawn': [
    'Invitation of maria@example.com withdrawn',
    async (world) => {
      await invite(world)
      const [link] = await world.services.db.select().from(accountLinks)
      await world.post('/admin/people', { intent: 'withdraw', id: link?.id ?? '' })
    },
  ],
  'person.role-changed': [
    'Role of ben changed',
    async (world) => {
      await makePerson(world, 'mia')
      await ofBen('role')(world)
    },
  ],
  'person.suspended': [
    'ben suspended',
    async (world) => {
      await makePerson(world, 'mia')
      await ofBen('suspend')(world)
    },
  ],
  'person.resumed': [
    'ben may sign in again',
    async (world) => {
      await makePerson(world, 'mia')
      await ofBen('suspend', 'resume')(world)
    },
  ],
  'person.removed': [
    'ben removed',
    async (world) => {
      await makePerson(world, 'mia')
      await ofBen('remove')(world)
    },
  ],
  'site.second-factor-changed': [
    'Second factor required for money',
    async ({ services, post }) => {
      await services.db.insert(site).values({ brand: 'Ours', email: 'hello@ours.example' }).onConflictDoNothing()
      await post('/admin/people', { intent: 'second-factor', required: 'yes' })
      await services.db.update(site).set({ requiresSecondFactor: false })
    },
  ],
  'personal-data.erased': [
    'Personal data of one person erased',
    async ({ services, post }) => {
      const [email, name] = ['mara@example.com', 'Mara Voss']
      await services.db.insert(inquiries).values({ email, name, subject: 'Hello', message: 'Is the dock open in May?' })
      await post('/admin/personal-data', { intent: 'erase', email, confirmation: email })
    },
  ],
  'account.changed': [
    'Own name or address changed',
    async ({ services }) => {
      const { post } = await signedIn(services)
      await post('details', { username: 'mia', email: 'mia@example.com', current: PASSWORD })
    },
  ],
  'account.password-changed': [
    'Own password changed',
    async ({ services }) => {
      const { post } = await signedIn(services)
      const password = 'another walk in the snow'
      await post('password', { current: PASSWORD, password, again: password })
    },
  ],
  'session.ended': [
    'Own session ended',
    async ({ services }) => {
      const { user, by, post } = await signedIn(services)
      await startSession(services, user, PLACE)
      const sessions = await services.db.select().from(operatorSessions)
      await post('end-session', { id: sessions.find(({ id }) => id !== by.session?.id)?.id ?? '' })
    },
  ],
  'account.app-added': ['Own second factor added', ({ services }) => withApp(services)],
  'account.app-removed': [
    'Own second factor removed',
    async ({ services }) => (await withApp(services)).post('remove-app'),
  ],
  'account.passkey-added': ['Own passkey added', ({ services }) => withPasskey(services)],
  'account.passkey-removed': [
    'Own passkey removed',
    async ({ services }) => {
      const { post, device } = await withPasskey(services)
      await post('remove-passkey', { id: device.id })
    },
  ],
  'account.codes-renewed': [
    'Own recovery codes renewed',
    async ({ services }) => (await withApp(services)).post('renew-codes'),
  ],
  'token.added': ['Token “Locks” added', addToken],
  'token.removed': [
    'Token “Locks” removed',
    async (world) => {
      await addToken(world)
      const [token] = await world.services.db.select().from(apiTokens)
      await world.post('/admin/api', { intent: 'remove-token', id: token?.id ?? '' })
    },
  ],
  'webhook.added': ['Webhook to hooks.example added', addWebhook],
  'webhook.removed': [
    'Webhook to hooks.example removed',
    async (world) => {
      await addWebhook(world)
      const [webhook] = await world.services.db.select().from(webhooks)
      await world.post('/admin/api', { intent: 'remove-webhook', id: webhook?.id ?? '' })
    },
  ],
  'webhook.sent-again': [
    'message.received is sent again',
    async (world) => {
      await addWebhook(world)
      const message = { name: 'Ada', email: 'ada@example.com', subject: 'Keys', message: 'Where are they?' }
      await world.services.db.insert(inquiries).values(message)
      const tried = { attempts: 1, status: 500 }
      const [sent] = await world.services.db.update(webhookDeliveries).set(tried).returning()
      await world.post('/admin/api', { intent: 'send-again', id: sent?.id ?? '' })
    },
  ],
} satisfies Record<string, Case>
