import { eq } from 'drizzle-orm'
import { giveawayEntries, giveawayRounds, giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { PAGE_FIELDS, rulesFields, startFields } from '#app/features/giveaway/manage/giveaway-fields.ts'
import { rulesOf } from '#app/features/giveaway/manage/giveaway-record.server.ts'
import { getGiveawaysPage } from '#app/features/giveaway/manage/giveaways-page.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { NOON } from '../factories.ts'
import type { Case, World } from './change-world.ts'
import { postedRecord } from './posted-record.ts'

const DAY_MS = 86_400_000
const RULES = rulesFields([demoGiveaway(NOON).timeZone])
const PERSON = { fullName: 'Ada', phone: '970 555 0123', state: 'CO', zipCode: '80487', rulesVersion: '1' }

/** The demo's giveaway, open today, or closed with two who entered. */
async function makeGiveaway({ services: { db } }: World, isClosed = false) {
  const [row] = await db
    .insert(giveaways)
    .values({
      ...demoGiveaway(NOON),
      content: {},
      ...(isClosed ? { closesAt: new Date(NOON.getTime() - DAY_MS) } : {}),
    })
    .returning()
  if (!row) throw new Error('the giveaway was not stored')
  const people = isClosed ? ['ada@example.com', 'bo@example.com'] : []
  for (const email of people) await db.insert(giveawayEntries).values({ ...PERSON, giveawayId: row.id, email })
  return row
}

const PAGE = '/admin/giveaway'

const onOpen =
  (intent: string, fields: Record<string, string> = {}) =>
  async (world: World) => {
    const { id } = await makeGiveaway(world)
    await world.post(PAGE, { intent, id, ...fields })
  }

/** A step of the draw, after those before it. */
const step =
  (...steps: Record<string, string>[]) =>
  async (world: World) => {
    const { id } = await makeGiveaway(world, true)
    for (const fields of steps) await world.post(PAGE, { id, ...fields })
  }
const WRITE = { intent: 'write', round: '1' }
const AGAIN = { intent: 'again', round: '1', reason: 'not-eligible' }
const SEED = { intent: 'seed', seed: '5 12 33 41 60 9', confirmed: 'yes' }

/** How each change of the giveaway is made on its page, and its words in History. */
export const GIVEAWAY_CASES = {
  'giveaway.started': [
    'Giveaway started',
    async (world) => {
      const row = await makeGiveaway(world)
      await world.services.db.delete(giveaways).where(eq(giveaways.id, row.id))
      const typed = postedRecord(startFields([row.timeZone]), { name: 'Win a week', ...rulesOf(row) })
      await world.post(PAGE, { ...typed, intent: 'start' })
    },
  ],
  'giveaway.rules-changed': [
    'Rules of the giveaway changed',
    async (world) => {
      const row = await makeGiveaway(world)
      const version = (await getGiveawaysPage(world.services)).giveaways[0]?.versions.rules ?? ''
      const typed = postedRecord(RULES, { ...rulesOf(row), prize: 'A week.' })
      await world.post(PAGE, { ...typed, intent: 'rules', id: row.id, version })
    },
  ],
  'giveaway.page-changed': [
    'Page of the giveaway changed',
    async (world) => {
      const row = await makeGiveaway(world)
      const version = (await getGiveawaysPage(world.services)).giveaways[0]?.versions.page ?? ''
      const typed = postedRecord(PAGE_FIELDS, { name: 'Win a week', cards: [] })
      await world.post(PAGE, { ...typed, intent: 'page', id: row.id, version })
    },
  ],
  'giveaway.opened': [
    'Giveaway opened to guests',
    async (world) => {
      const { id } = await makeGiveaway(world)
      await world.services.db.update(giveaways).set({ draft: true })
      await world.post(PAGE, { intent: 'open', id })
    },
  ],
  'giveaway.ended': ['Giveaway ended early', onOpen('end', { reason: 'The lodge burned down' })],
  'giveaway.removed': ['Giveaway removed', onOpen('remove')],
  'giveaway.frozen': ['Entries of the giveaway frozen', step({ intent: 'freeze' })],
  'giveaway.drawn': ['Seed entered, and the winner drawn', step({ intent: 'freeze' }, SEED)],
  'giveaway.drawn-again': ['Another winner drawn', step({ intent: 'freeze' }, SEED, AGAIN)],
  'giveaway.winner-written': ['Giveaway winner emailed', step({ intent: 'freeze' }, SEED, WRITE)],
  'giveaway.winner-written-again': [
    'Giveaway winner emailed at another address',
    async (world) => {
      const { id } = await makeGiveaway(world, true)
      for (const fields of [{ intent: 'freeze' }, SEED, WRITE]) await world.post(PAGE, { id, ...fields })
      // The winner depends on random ids.
      const entries = await world.services.db.select().from(giveawayEntries)
      const failed = { template: 'giveaway-winner', subject: 'You won', payload: {}, status: 'refused' }
      await world.services.db.insert(emailLogs).values(entries.map(({ email }) => ({ ...failed, to: email })))
      const corrected = { email: 'right@example.com', reason: 'Told on the phone' }
      await world.post(PAGE, { intent: 'resend', id, round: '1', ...corrected })
    },
  ],
  'giveaway.code-made': [
    'Prize code made for the winner',
    async (world) => {
      const { id } = await makeGiveaway(world, true)
      for (const fields of [{ intent: 'freeze' }, SEED, WRITE]) await world.post(PAGE, { id, ...fields })
      await world.services.db.update(giveawayRounds).set({ answer: 'accepted', answeredAt: NOON })
      const [property] = await world.services.db.select({ slug: properties.slug }).from(properties)
      const code = { property: property?.slug ?? '', nights: '7', bookUntil: '2028-05-31' }
      await world.post(PAGE, { intent: 'make-code', id, round: '1', ...code })
    },
  ],
} satisfies Record<string, Case>
