import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { editChange } from '#app/platform/change/edit.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'

/** The three texts that a refusal may start with; an empty one is not offered. */
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

/** What the page of these texts changes. */
export const declineTextsChanges = {
  texts: editChange({
    scope: 'stays:write',
    name: 'site.decline-texts-changed',
    words: 'Decline messages changed',
    facts: { label: 'Messages', kind: 'paragraphs' },
    form: z.object({ texts: z.array(text).length(3) }),
    lock: lockTexts,
    restore: { schema: z.array(z.string()).length(3), find: lockTexts, changed: 'The texts were changed again since.' },
    value: ({ texts }) => texts,
    edit: ({ texts }) => texts,
    lines: (texts) => texts.filter(Boolean),
    store: async (tx, { id }, declineTexts) => {
      await tx.update(site).set({ declineTexts }).where(eq(site.id, id))
    },
    about: ({ id }) => ({ subjectId: String(id), timeZone: 'UTC' }),
  }),
}
