import { randomUUID } from 'node:crypto'
import { getTableColumns } from 'drizzle-orm'
import { createQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { fingerprintOfReceived } from '#app/features/inbox/conversations.server.ts'
import { conversations, savedAnswers } from '#app/features/inbox/inbox.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Case, World } from './change-world.ts'

/** The address of the conversation with somebody who has just written, and what its page shows. */
async function withMessage({ services: { db } }: World): Promise<{ path: string; seen: string }> {
  await db.insert(inquiries).values({ name: 'Bo', email: 'bo@example.com', subject: 'Towels', message: 'Two' })
  const [row] = await db.select(getTableColumns(conversations)).from(conversations)
  if (!row) throw new Error('there is no conversation')
  return { path: `/admin/inbox/${row.id}`, seen: await fingerprintOfReceived(db, row) }
}

/** Sends somebody an offer with its nights on hold. */
async function holdAndSend(world: World) {
  const { path, seen } = await withMessage(world)
  const made = await createQuote(world.services, {
    ...{ propertyId: world.property, checkInDate: '2027-10-10', checkOutDate: '2027-10-14', currency: 'USD' },
    ...{ adults: 2, children: 0, infants: 0, pets: 0, isOffer: true },
  })
  if (!made.ok) throw new Error(made.message)
  const { id, token } = made.quote
  const fields = { key: randomUUID(), version: versionOf(null), hold: id, text: `Book it here: /quotes/${token}` }
  await world.post(path, { intent: 'answer', seen, ...fields })
  return { path, id }
}

const PARKING = { title: 'Parking', body: 'There’s room for two cars at {home}.' }

async function withAnswer({ services: { db } }: World): Promise<{ id: string; version: string }> {
  const [row] = await db.insert(savedAnswers).values(PARKING).returning()
  return { id: row?.id ?? '', version: versionOf(PARKING) }
}

export const INBOX_CASES = {
  'conversation.answered': [
    'Message answered',
    async (world) => {
      const { path, seen } = await withMessage(world)
      const fields = { key: randomUUID(), text: 'They’re in the closet.', version: versionOf(null) }
      return world.post(path, { intent: 'answer', seen, ...fields })
    },
  ],
  'conversation.offer-held': ['Offer sent, with its nights on hold', holdAndSend],
  'conversation.hold-released': [
    'Nights on hold released',
    async (world) => {
      const { path, id } = await holdAndSend(world)
      return world.post(path, { intent: 'release', id })
    },
  ],
  'conversation.started': [
    'Message sent to the guest',
    ({ post, stay }) =>
      post(`/admin/bookings/${stay.reference}`, {
        intent: 'write',
        key: randomUUID(),
        subject: 'The dock',
        text: 'It’s open in May.',
      }),
  ],
  'conversation.begun': [
    'New message sent',
    ({ post }) => {
      const fields = { key: randomUUID(), to: 'cy@example.com', subject: 'The dock', text: 'It’s open in May.' }
      return post('/admin/inbox/new', { intent: 'start', ...fields })
    },
  ],
  'conversation.marked': [
    'Message marked as done',
    async (world) => {
      const { path, seen } = await withMessage(world)
      return world.post(path, { intent: 'mark', mark: 'done', seen })
    },
  ],
  'host-inquiry.state-changed': [
    'Owner’s inquiry: Visit planned',
    async (world) => {
      const owner = { name: 'Bo', email: 'bo@example.com', propertyLocation: 'Oak Creek', bedrooms: 2, maxGuests: 4 }
      const [row] = await world.services.db.insert(hostInquiries).values(owner).returning()
      const { path } = await withMessage(world)
      await world.post(path, { intent: 'owner-state', id: row?.id ?? '', state: 'visit' })
    },
  ],
  'saved-answer.added': [
    'Saved answer “Parking” added',
    ({ post }) => post('/admin/saved-answers', { intent: 'save-answer', ...PARKING }),
  ],
  'saved-answer.changed': [
    'Saved answer “Parking” changed',
    async (world) =>
      world.post('/admin/saved-answers', {
        intent: 'change-answer',
        ...(await withAnswer(world)),
        ...PARKING,
        body: 'No.',
      }),
  ],
  'saved-answer.removed': [
    'Saved answer “Parking” removed',
    async (world) => world.post('/admin/saved-answers', { intent: 'remove-answer', id: (await withAnswer(world)).id }),
  ],
} satisfies Record<string, Case>
