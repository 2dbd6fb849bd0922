import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { getConversation, lastAnswerOf, quoteInWords } from '#app/features/inbox/conversations.server.ts'
import { heldOfferChanges } from '#app/features/inbox/held-offer.changes.server.ts'
import { inboxChanges } from '#app/features/inbox/inbox.changes.server.ts'
import { conversations } from '#app/features/inbox/inbox.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { postChange } from './changes/post-change.ts'
import type { TestDatabase } from './database.ts'
import { MIA, useInbox } from './inbox.ts'

const ASKED = { property: 'cabin', checkIn: '2027-07-01', nights: '4', adults: '2', children: '0' }

/** Makes offers to guests, and sends them with their nights on hold. */
export function useOffers(database: () => TestDatabase) {
  const { services, write } = useInbox(database)
  /** Somebody asks about July, and gets an offer, which waits in the field of the answer. */
  return async function offerFor(name: string, property = 'cabin', asked: Partial<typeof ASKED> = {}) {
    const { db } = database()
    await write(name)
    const [person] = await db
      .select()
      .from(conversations)
      .where(eq(conversations.email, `${name.toLowerCase()}@example.com`))
    const id = person?.id ?? ''
    const posted = (of: Services) => ({ services: of, by: MIA, params: { conversation: id } })
    const made = await postChange(inboxChanges.quote, posted(services()), { ...ASKED, property, ...asked })
    const offer = made.ok ? (/quote=([\w-]+)/.exec(made.to ?? '')?.[1] ?? '') : ''
    const text = `Both tubs run.\n\n${await quoteInWords(services(), { id: offer, timeZone: 'America/Denver' })}`
    const shown = async () =>
      (await getConversation(services(), { id, timeZone: 'UTC' })) ?? Promise.reject(new Error('gone'))
    const send = async (more: Record<string, string> = {}, of = services()) => {
      const version = versionOf(await lastAnswerOf(db, id))
      const { hold, ...fields } = { key: randomUUID(), seen: (await shown()).seen, version, text, hold: offer, ...more }
      return postChange(inboxChanges.answer, posted(of), hold ? { ...fields, hold } : fields)
    }
    const release = () => postChange(heldOfferChanges.release, posted(services()), { id: offer })
    return { id, offer, text, shown, send, release, token: /quotes\/([\w-]+)/.exec(text)?.[1] ?? '' }
  }
}
