import { and, eq, isNull, ne } from 'drizzle-orm'
import { generateSecret, generateURI } from 'otplib'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { endPasswordLinks } from '#app/features/operators/account-links.server.ts'
import { emailField, isEmailTaken } from '#app/features/operators/email-address.server.ts'
import {
  authenticators,
  operatorSessions,
  recoveryCodes,
  users,
} from '#app/features/operators/operators.tables.server.ts'
import { newPasswordFields, passwordsMatch, usernameSchema } from '#app/features/operators/operators.ts'
import { findPasswordProblem } from '#app/features/operators/password-problem.server.ts'
import { hashPassword, isPassword } from '#app/features/operators/passwords.server.ts'
import { redeemCode, renewRecoveryCodes } from '#app/features/operators/second-factor.server.ts'
import { countCode } from '#app/features/operators/sign-in-attempts.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange, unnamedChange } from '#app/platform/change/define.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { ShownOnce } from './account.ts'
import { GONE, lockSelf, NOT_IN_DEMO, nothing } from './own-account.server.ts'
import { passkeyChanges } from './passkeys.changes.server.ts'

const isUnconfirmed = isNull(authenticators.confirmedAt)
const codeForm = z.object({ code: boundedText(40, 'Please enter the code').trim().min(1, 'Please enter the code') })
const oldPassword = boundedText(1000, 'Please enter your password').min(1, 'Please enter your password')

/** Refuses a wrong password of this account. Guesses are counted: a session may be stolen. */
async function checkPassword({ services, by }: Posted, password: string): Promise<Refusal | { passwordHash: string }> {
  if (!by.id) return NOT_IN_DEMO
  const attempt = await countCode(services, by.id)
  if (!attempt.ok) return refuse('too-many', attempt.message)
  const [self] = await services.db.select().from(users).where(eq(users.id, by.id))
  if (!self || !(await isPassword(services, { password, passwordHash: self.passwordHash }))) {
    return refuse('invalid-input', '', { current: 'This isn’t your password' })
  }
  await attempt.forgive()
  return { passwordHash: self.passwordHash }
}

/** Ends the other sessions of an account. Returns how many. */
async function endOthers(tx: Tx, { by }: Pick<Posted, 'by'>): Promise<number> {
  if (!by.id || !by.session) return 0
  const others = and(eq(operatorSessions.userId, by.id), ne(operatorSessions.id, by.session.id))
  return (await tx.delete(operatorSessions).where(others).returning({ id: operatorSessions.id })).length
}

const detailsChange = defineChange({
  scope: 'own:write',
  confirms: true,
  name: 'account.changed',
  words: 'Own name or address changed',
  facts: { name: { label: 'Name', kind: 'line' }, email: { label: 'Email', kind: 'line' } },
  undo: 'Its password is needed for that.',
  form: z.object({ username: usernameSchema, email: z.union([z.literal(''), emailField]), current: oldPassword }),
  prepare: (posted, { current }) => checkPassword(posted, current),
  lock: lockSelf,
  gone: GONE,
  run: async (tx, { username, email: typed }, { subject: self }) => {
    const email = typed || null
    const isTaken = (await tx.$count(users, and(eq(users.username, username), ne(users.id, self.id)))) > 0
    if (isTaken) return refuse('refused', '', { username: 'Somebody else has this name' })
    if (email && (await isEmailTaken(tx, email, self.id)))
      return refuse('refused', '', { email: 'Somebody has this address' })
    if (username === self.username && email === self.email) return null
    await tx.update(users).set({ username, email }).where(eq(users.id, self.id))
    await endPasswordLinks(tx, self.id)
    const before = { name: self.username, email: self.email }
    return { subjectId: self.id, before, after: { name: username, email } }
  },
})

const passwordChange = defineChange({
  scope: 'own:write',
  confirms: true,
  name: 'account.password-changed',
  words: 'Own password changed',
  facts: {},
  undo: 'Passwords aren’t kept.',
  form: passwordsMatch(z.object({ current: oldPassword, ...newPasswordFields })),
  prepare: async (posted, { current, password }) => {
    const checked = await checkPassword(posted, current)
    if ('ok' in checked) return checked
    const problem = await findPasswordProblem(posted.services, { username: posted.by.name ?? '', password })
    if (problem) return refuse('invalid-input', '', { password: problem })
    return { passwordHash: await hashPassword(posted.services, password) }
  },
  lock: lockSelf,
  gone: GONE,
  run: async (tx, _, { subject: self, prepared, by }) => {
    await tx.update(users).set(prepared).where(eq(users.id, self.id))
    await endPasswordLinks(tx, self.id)
    await endOthers(tx, { by })
    return { subjectId: self.id }
  },
})

const endSession = defineChange({
  scope: 'own:write',
  confirms: true,
  name: 'session.ended',
  words: 'Own session ended',
  facts: { browser: { label: 'Browser', kind: 'line' } },
  undo: 'Sign in there again instead.',
  form: z.object({ id: z.union([z.guid(), z.literal('others')]) }),
  lock: lockSelf,
  gone: GONE,
  run: async (tx, { id }, { subject: self, by }) => {
    if (id === 'others') return (await endOthers(tx, { by })) > 0 ? { subjectId: self.id } : null
    const isIt = and(eq(operatorSessions.userId, self.id), eq(operatorSessions.id, id))
    const [ended] = await tx.delete(operatorSessions).where(isIt).returning({ browser: operatorSessions.browser })
    return ended ? { subjectId: self.id, before: ended } : refuse('not-found', 'This session has ended.')
  },
})

const startApp = unnamedChange<typeof nothing, ShownOnce>('Nothing is needed before the app has shown a code.', {
  scope: 'own:write',
  confirms: true,
  form: nothing,
  run: async ({ services, by }) => {
    const { db } = services
    if (!by.id) return NOT_IN_DEMO
    const secret = generateSecret()
    const fresh = { userId: by.id, secret }
    const stored = await db
      .insert(authenticators)
      .values(fresh)
      .onConflictDoUpdate({ target: authenticators.userId, set: { secret }, setWhere: isUnconfirmed })
      .returning()
    if (stored.length === 0) return refuse('refused', 'You have an app already. Remove it first.')
    const { brand } = await getMailSite(services)
    const uri = generateURI({ issuer: brand, label: by.name ?? '', secret })
    const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`
    return { ok: true, shown: { app: { secret, picture } } }
  },
})

const confirmApp = defineChange<'account.app-added', typeof codeForm, typeof users.$inferSelect, ShownOnce>({
  scope: 'own:write',
  confirms: true,
  name: 'account.app-added',
  words: 'Own second factor added',
  facts: {},
  undo: 'Remove it instead.',
  form: codeForm,
  lock: lockSelf,
  gone: GONE,
  prepare: async ({ services, by }) => {
    const attempt = by.id ? await countCode(services, by.id) : null
    return attempt?.ok === false ? refuse('too-many', 'Please wait a moment, then try again.') : undefined
  },
  run: async (tx, { code }, { subject: self, now }) => {
    if (!(await redeemCode(tx, { userId: self.id, code, now, unconfirmed: true }))) {
      return refuse('invalid-input', '', { code: 'This isn’t the code that the app shows now' })
    }
    await tx.update(authenticators).set({ confirmedAt: now }).where(eq(authenticators.userId, self.id))
    return { subjectId: self.id, answer: { shown: { codes: await renewRecoveryCodes(tx, self.id) } } }
  },
})

const removeApp = defineChange({
  scope: 'own:write',
  confirms: true,
  name: 'account.app-removed',
  words: 'Own second factor removed',
  facts: {},
  undo: 'Add it again instead.',
  form: nothing,
  lock: lockSelf,
  gone: GONE,
  run: async (tx, _, { subject: self }) => {
    const removed = await tx.delete(authenticators).where(eq(authenticators.userId, self.id)).returning()
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, self.id))
    return removed.length > 0 ? { subjectId: self.id } : null
  },
})

const renewCodes = defineChange<'account.codes-renewed', typeof nothing, typeof users.$inferSelect, ShownOnce>({
  scope: 'own:write',
  confirms: true,
  name: 'account.codes-renewed',
  words: 'Own recovery codes renewed',
  facts: {},
  undo: 'The earlier codes stay invalid.',
  form: nothing,
  lock: lockSelf,
  gone: GONE,
  run: async (tx, _, { subject: self }) => {
    return { subjectId: self.id, answer: { shown: { codes: await renewRecoveryCodes(tx, self.id) } } }
  },
})

export const accountChanges = {
  details: detailsChange,
  password: passwordChange,
  'end-session': endSession,
  'start-app': startApp,
  'confirm-app': confirmApp,
  'remove-app': removeApp,
  'renew-codes': renewCodes,
  ...passkeyChanges,
}
