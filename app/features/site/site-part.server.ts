import { eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { type ChangeName, recordAudit, type Undo } from '#app/platform/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/db/schema.server.ts'
import { type Accepted, type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { changedSinceWords, versionOf } from '#app/platform/item-version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'

type Part<Settings> = {
  /** The columns of the site that hold it, by the names of `Settings`. */
  columns: Record<keyof Settings, PgColumn>
  /** Of its form. */
  schema: z.ZodType<Settings>
  /** What it says, a line each. */
  lines: (settings: Settings) => string[]
  /** The action in History. */
  action: Extract<ChangeName, `site.${string}`>
}

/** A part of what is set for the whole site: how it is read, stored from its form, and taken back. */
export function sitePart<Settings extends object>({ columns, schema, lines, action }: Part<Settings>) {
  const selected: Record<string, PgColumn> = { id: site.id, ...columns }
  const find = async (tx: Tx, lock: boolean) => {
    const query = tx.select(selected).from(site)
    const [row] = await (lock ? query.for('update') : query)
    if (!row) throw new Error('there is no site')
    const { id, ...settings } = row
    return { id: Number(id), settings: settings as unknown as Settings }
  }

  const undo: Undo = async (tx, { clock }, { before, after }) => {
    const { settings } = await find(tx, true)
    if (canonical(settings) !== canonical(after)) return { ok: false, message: 'The site was changed again since.' }
    await tx.update(site).set({ ...(before as Settings), updatedAt: clock.now() })
    return undefined
  }

  return {
    /** With the version that its form carries. */
    get: async (db: Tx): Promise<{ settings: Settings; version: string }> => {
      const { settings } = await find(db, false)
      return { settings, version: versionOf(settings) }
    },

    /** Refuses if another operator changed it since it was shown. */
    save: (services: Services, { form, by }: { form: FormData; by: Operator }): Promise<Accepted | FormRefusal> => {
      const { db, clock, log } = services
      const shown = String(form.get('version') ?? '')
      const store = async (after: Settings) =>
        db.transaction(async (tx) => {
          const { id, settings: before } = await find(tx, true)
          const subjectId = String(id)
          if (canonical(before) === canonical(after)) return { ok: true as const }
          if (versionOf(before) !== shown) {
            const last = { subject: 'site', subjectId, timeZone: 'UTC', lines: lines(before) }
            const message = await changedSinceWords(tx, last)
            return { ok: false as const, status: 409, problem: { code: 'changed', message } }
          }
          await tx
            .update(site)
            .set({ ...after, updatedAt: clock.now() })
            .where(eq(site.id, id))
          const change = { by, action, subjectId, before, after, at: clock.now() }
          return { ok: true as const, id: await recordAudit(tx, change) }
        })
      return runFormAction(form, schema, store, log)
    },

    /** Brings the earlier settings back, unless they were changed again since. */
    undo,
  }
}
