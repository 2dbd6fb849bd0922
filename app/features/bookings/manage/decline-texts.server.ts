import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit, type Undo } from '#app/platform/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/db/schema.server.ts'
import { type Accepted, type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'

/** The three texts that a refusal may start with; an empty one is not offered. */
export async function listDeclineTexts(db: Tx): Promise<string[]> {
  const [row] = await db.select({ texts: site.declineTexts }).from(site)
  return row?.texts ?? []
}

const text = boundedText(2000, 'Please keep this to 2,000 characters').trim()
/** `shown` is what the page showed, as JSON. */
const schema = z.object({ text1: text, text2: text, text3: text, shown: boundedText(20_000) })

/** Stores the texts from their form. Refuses if another operator changed them since they were shown. */
export function saveDeclineTexts(
  services: Services,
  { form, by }: { form: FormData; by: Operator },
): Promise<Accepted | FormRefusal> {
  const { db, clock, log } = services
  const save = async ({ text1, text2, text3, shown }: z.infer<typeof schema>) =>
    db.transaction(async (tx) => {
      const [row] = await tx.select({ id: site.id, before: site.declineTexts }).from(site).for('update')
      if (!row) throw new Error('there is no site')
      const { before } = row
      const after = [text1, text2, text3]
      if (JSON.stringify(before) === JSON.stringify(after)) return { ok: true as const }
      if (JSON.stringify(before) !== shown) return CHANGED
      await tx.update(site).set({ declineTexts: after }).where(eq(site.id, row.id))
      const change = { by, action: 'site.decline-texts-changed' as const, subjectId: String(row.id), before, after }
      return { ok: true as const, id: await recordAudit(tx, { ...change, at: clock.now() }) }
    })
  return runFormAction(form, schema, save, log)
}

const CHANGED = {
  ok: false as const,
  status: 409,
  problem: {
    code: 'changed',
    message: 'Somebody changed these texts meanwhile. Theirs stand above yours: press Save to replace them with yours.',
  },
}

/** Brings the earlier texts back, unless they were changed again since. */
export const undoDeclineTexts: Undo = async (tx, _services, { before, after }) => {
  const restored = await tx
    .update(site)
    .set({ declineTexts: before as string[] })
    .where(sql`to_jsonb(${site.declineTexts}) = ${JSON.stringify(after)}::jsonb`)
    .returning({ id: site.id })
  return restored.length > 0 ? undefined : { ok: false, message: 'The texts were changed again since.' }
}
