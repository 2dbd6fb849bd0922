import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { newToken } from '#app/features/operators/api-tokens.server.ts'
import { apiTokens } from '#app/features/operators/operators.tables.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { fromFields, inTable, recordList } from '#app/platform/change/record-list.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { isJustCreated, KEY_REUSED } from '#app/platform/http/idempotency.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { TOKEN_SCOPES, type TokenScope } from '#app/shared/roles.ts'
import { NEW_TOKEN_FIELDS, TOKEN_FIELDS } from './tokens.ts'

const MOST_TOKENS = 100
const named = z.object({ name: z.string() })

const fields = fromFields(TOKEN_FIELDS)
const tokens = recordList({
  scope: 'people:write',
  confirms: true,
  schema: named.extend({ scopes: z.array(z.enum(Object.keys(TOKEN_SCOPES) as TokenScope[])) }),
  ...fields,
  store: inTable(apiTokens, { read: ({ name, scopes }) => ({ name, scopes }) }),
  gone: 'This token is gone. Somebody else may have removed it.',
  changed: 'The token was changed again since.',
})

export const tokenChanges = {
  /** Makes a token, which is shown this once. */
  'add-token': defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'token.added',
    words: fromRecorded({ after: named }, ({ after }) => `Token “${after.name}” added`),
    facts: fields.facts,
    undo: 'Remove the token instead.',
    form: z.intersection(formOf(NEW_TOKEN_FIELDS), z.object({ key: z.guid() })),
    run: async (tx, { name, days, key: id, ...typed }, { now }) => {
      const chosen = typed.scopes.toSorted()
      await tx.delete(apiTokens).where(and(eq(apiTokens.name, name), lte(apiTokens.expiresAt, now)))
      if ((await tx.$count(apiTokens, gt(apiTokens.expiresAt, now))) >= MOST_TOKENS) {
        return refuse('refused', `There are ${MOST_TOKENS} tokens already. Remove one first.`)
      }
      const { token, tokenHash } = newToken()
      const expiresAt = new Date(now.getTime() + Number(days) * 86_400_000)
      const [made] = await tx
        .insert(apiTokens)
        .values({ id, name, tokenHash, scopes: chosen, createdAt: now, expiresAt })
        .onConflictDoNothing()
        .returning({ id: apiTokens.id })
      if (made) return { subjectId: id, after: { name, scopes: chosen }, answer: { shown: token } }
      // Of two presses, the browser shows only the second answer, and the first token is lost.
      const isAsLong = sql`${apiTokens.expiresAt} - ${apiTokens.createdAt} = ${days}::int * interval '1 day'`
      const isSame = and(eq(apiTokens.id, id), eq(apiTokens.name, name), eq(apiTokens.scopes, chosen), isAsLong)
      const again = and(isSame, isJustCreated(apiTokens.createdAt, now))
      const [renewed] = await tx.update(apiTokens).set({ tokenHash }).where(again).returning()
      if (renewed) return { ok: true, subjectId: id, shown: token }
      if ((await tx.$count(apiTokens, eq(apiTokens.id, id))) > 0) return KEY_REUSED
      return refuse('refused', '', { name: 'There’s a token with this name already' })
    },
  }),
  'remove-token': tokens.remove({
    name: 'token.removed',
    words: ({ name }) => `Token “${name}” removed`,
    undo: 'Add another token instead.',
  }),
}
