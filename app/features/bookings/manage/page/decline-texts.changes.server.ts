import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { DECLINE_FIELDS } from './decline-texts.ts'

/** The three texts to start a refusal with; an empty one is not offered. */
export async function listDeclineTexts(db: Tx): Promise<{ texts: string[]; version: string }> {
  const [row] = await db.select({ texts: site.declineTexts }).from(site)
  const texts = row?.texts ?? []
  return { texts, version: versionOf(texts) }
}

async function lockTexts(tx: Tx) {
  const [row] = await tx.select({ id: site.id, texts: site.declineTexts }).from(site).for('update')
  return row ?? null
}

const MOST = 'There are three messages already. Change one of them.'

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

/** A message is named by its place. A new one takes the first empty place, and a removed one leaves its own empty. */
export const declineTextsChanges = {
  text: declineTexts.change({
    form: formOf(DECLINE_FIELDS),
    make: ({ text }, texts, { id }) => {
      const at = id === '' ? texts.indexOf('') : Number(id)
      return texts[at] === undefined ? refuse('refused', MOST) : texts.with(at, text)
    },
    lines: (texts) => texts.filter(Boolean),
  }),
  'remove-text': declineTexts.press({
    form: z.object({}),
    make: (_, texts, { id }) => texts.map((text, at) => (String(at) === id ? '' : text)),
  }),
}
