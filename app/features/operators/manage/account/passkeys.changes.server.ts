import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { operatorSessions, passkeys } from '#app/features/operators/operators.tables.server.ts'
import { attestationField, checkNewPasskey, passkeyToMake } from '#app/features/operators/passkeys.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import { defineChange, unnamedChange } from '#app/platform/change/define.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import type { ShownOnce } from './account.ts'
import { GONE, lockSelf, NOT_IN_DEMO, nothing } from './own-account.server.ts'

/** So that the browser is never asked about an endless list. */
const MOST = 20
const TOO_MANY = refuse('refused', `You have ${MOST} passkeys. Remove one first.`)
const NOT_ADDED = refuse('invalid-input', 'This passkey couldn’t be added. Please try again.')

const startPasskey = unnamedChange<typeof nothing, ShownOnce>('Nothing is stored before a device has made it.', {
  scope: 'own:write',
  confirms: true,
  form: nothing,
  run: async ({ services, by }) => {
    if (!by.id) return NOT_IN_DEMO
    if ((await services.db.$count(passkeys, eq(passkeys.userId, by.id))) >= MOST) return TOO_MANY
    const { brand } = await getMailSite(services)
    return { ok: true, shown: { passkey: await passkeyToMake(services, { id: by.id, name: by.name ?? '', brand }) } }
  },
})

const addPasskey = defineChange({
  scope: 'own:write',
  confirms: true,
  name: 'account.passkey-added',
  words: 'Own passkey added',
  facts: { browser: { label: 'Browser', kind: 'line' } },
  undo: 'Remove it instead.',
  form: z.object({ passkey: attestationField }),
  prepare: async ({ services, by }, { passkey: sent }) => {
    if (!by.id) return NOT_IN_DEMO
    return (await checkNewPasskey(services, by.id, sent)) ?? NOT_ADDED
  },
  lock: lockSelf,
  gone: GONE,
  run: async (tx, _, { subject: self, prepared, by, now }) => {
    if ((await tx.$count(passkeys, eq(passkeys.userId, self.id))) >= MOST) return TOO_MANY
    const ofThis = eq(operatorSessions.id, by.session?.id ?? self.id)
    const [session] = await tx.select({ browser: operatorSessions.browser }).from(operatorSessions).where(ofThis)
    const name = session?.browser ?? 'An unknown browser'
    const made = await tx
      .insert(passkeys)
      .values({ ...prepared, userId: self.id, name, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    return made.length > 0 ? { subjectId: self.id, after: { browser: name } } : NOT_ADDED
  },
})

const removePasskey = defineChange({
  scope: 'own:write',
  confirms: true,
  name: 'account.passkey-removed',
  words: 'Own passkey removed',
  facts: { browser: { label: 'Browser', kind: 'line' } },
  undo: 'Add it again instead.',
  form: z.object({ id: boundedText(2000).min(1) }),
  lock: lockSelf,
  gone: GONE,
  run: async (tx, { id }, { subject: self }) => {
    const isIt = and(eq(passkeys.userId, self.id), eq(passkeys.id, id))
    const [removed] = await tx.delete(passkeys).where(isIt).returning({ browser: passkeys.name })
    return removed ? { subjectId: self.id, before: removed } : refuse('not-found', 'This passkey is gone by now.')
  },
})

export const passkeyChanges = {
  'start-passkey': startPasskey,
  'add-passkey': addPasskey,
  'remove-passkey': removePasskey,
}
