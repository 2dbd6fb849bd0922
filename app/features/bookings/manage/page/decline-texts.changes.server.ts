import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'

/** The three texts to start a refusal with; an empty one is not offered. */
export async function listDeclineTexts(db: Tx): Promise<{ texts: string[]; version: string }> {
  const [row] = await db.select({ texts: site.declineTexts }).from(site)
  const texts = row?.texts ?? []
  return { texts, version: versionOf(texts) }
}

const text = boundedText(2000, 'Please keep this to 2,000 characters').trim()

async function lockTexts(tx: Tx) {
  const [row] = await tx.select({ id: site.id, texts: site.declineTexts }).from(site).for('update')
  return row ?? null
}

const declineTexts = defineRecord({
  scope: 'stays:write',
  name: 'site.decline-texts-changed',
  words: 'Decline messages changed',
  facts: { label: 'Messages', kind: 'paragraphs' },
  lock: lockTexts,
  read: ({ texts }) => texts,
  store: async (tx, { id }, texts) => {
    await tx.update(site).set({ declineTexts: texts }).where(eq(site.id, id))
  },
  restore: { schema: z.array(z.string()).length(3), find: lockTexts, changed: 'The texts were changed again since.' },
  about: ({ id }) => ({ subjectId: String(id), timeZone: 'UTC' }),
})

export const declineTextsChanges = {
  texts: declineTexts.change({
    form: z.object({ texts: z.array(text).length(3) }),
    make: ({ texts }) => texts,
    lines: (texts) => texts.filter(Boolean),
  }),
}
