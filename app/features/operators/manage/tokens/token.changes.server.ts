import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { newToken } from '#app/features/operators/api-tokens.server.ts'
import { apiTokens } from '#app/features/operators/operators.tables.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { isJustCreated, KEY_REUSED } from '#app/platform/http/idempotency.server.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { TOKEN_SCOPES, type TokenScope } from '#app/shared/roles.ts'
import { TOKEN_DAYS } from './tokens.ts'

const TOKEN: FactFields = {
  name: { label: 'Name', kind: 'line' },
  scopes: { label: 'May', kind: 'choices', options: TOKEN_SCOPES },
}

const MOST_TOKENS = 100
const keysOf = <Key extends string>(words: Record<Key, string>) => Object.keys(words) as [Key, ...Key[]]
const scope = z.enum(keysOf(TOKEN_SCOPES))
const scopes = z
  .union([scope.transform((one) => [one]), z.array(scope)], 'Please choose what it may do')
  .transform((all): TokenScope[] => [...new Set(all)].toSorted())

const named = z.object({ name: z.string() })

/** What the page of the programs changes about tokens. */
export const tokenChanges = {
  /** Makes a token, which is shown this once. */
  'add-token': defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'token.added',
    words: fromRecorded({ after: named }, ({ after }) => `Token “${after.name}” added`),
    facts: TOKEN,
    undo: 'Remove the token instead.',
    form: z.object({
      name: boundedText(60, 'Please keep this to 60 characters').trim().min(1, 'Please enter a name'),
      scopes,
      days: z.enum(keysOf(TOKEN_DAYS), 'Please choose how long it works'),
      key: z.guid(),
    }),
    run: async (tx, { name, scopes: chosen, days, key: id }, { now }) => {
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
      // Of two presses, the browser shows only the second answer, and the first token is not kept.
      const isAsLong = sql`${apiTokens.expiresAt} - ${apiTokens.createdAt} = ${days}::int * interval '1 day'`
      const isSame = and(eq(apiTokens.id, id), eq(apiTokens.name, name), eq(apiTokens.scopes, chosen), isAsLong)
      const again = and(isSame, isJustCreated(apiTokens.createdAt, now))
      const [renewed] = await tx.update(apiTokens).set({ tokenHash }).where(again).returning()
      if (renewed) return { ok: true, subjectId: id, shown: token }
      if ((await tx.$count(apiTokens, eq(apiTokens.id, id))) > 0) return KEY_REUSED
      return refuse('refused', '', { name: 'There’s a token with this name already' })
    },
  }),
  'remove-token': defineChange({
    scope: 'people:write',
    confirms: true,
    name: 'token.removed',
    words: fromRecorded({ before: named }, ({ before }) => `Token “${before.name}” removed`),
    facts: TOKEN,
    undo: 'Add another token instead.',
    form: z.object({ id: z.guid() }),
    run: async (tx, { id }) => {
      const [gone] = await tx.delete(apiTokens).where(eq(apiTokens.id, id)).returning()
      if (!gone) return refuse('not-found', 'This token is gone. Somebody else may have removed it.')
      return { subjectId: id, before: { name: gone.name, scopes: gone.scopes } }
    },
  }),
}
