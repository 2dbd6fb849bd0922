import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { verify } from 'otplib'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { may } from '#app/shared/may.ts'
import { ROLES, type Role } from '#app/shared/roles.ts'
import { authenticators, passkeys, recoveryCodes, users } from './operators.tables.server.ts'

/** A clock of a phone may be this many seconds off. */
const TOLERANCE_SECONDS = 30
const RECOVERY_CODES = 10
/** 118 random bits, which no computer guesses from a hash. */
const CODE_SYMBOLS = 24
/** Without letters that are read as others. */
const SYMBOLS = 'abcdefghjkmnpqrstuvwxyz23456789'

const hashOfCode = (code: string) => createHash('sha256').update(code).digest('hex')
const asWritten = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether this operator has an app that shows codes. */
export async function hasAuthenticator(db: Tx, userId: string): Promise<boolean> {
  return (
    (await db.$count(authenticators, and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)))) > 0
  )
}

/** In a statement about `users`, with `authenticators` joined: whether there is an app, or a passkey. */
export const hasFactor = sql<boolean>`(${authenticators.confirmedAt} is not null
  or exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id}))`

/** Whether a second factor may be required from somebody with this role: it sees what guests pay. */
export const mayNeedFactor = (role: Role) => may(ROLES[role], 'stays:read')

/** Whether only a passkey signs in an operator without an app: the site requires a second factor. */
export async function needsPasskey(db: Tx, { id, role }: { id: string; role: Role }): Promise<boolean> {
  if (!mayNeedFactor(role) || (await db.$count(passkeys, eq(passkeys.userId, id))) === 0) return false
  return (await db.$count(site, eq(site.requiresSecondFactor, true))) > 0
}

/**
 * Whether this is the code that the app shows now (RFC 6238), or a recovery code. It is used up: no code works twice, also
 * not at the same time. `unconfirmed`: the app is being set up.
 */
export async function redeemCode(
  tx: Tx,
  { userId, code, now, unconfirmed = false }: { userId: string; code: string; now: Date; unconfirmed?: boolean },
): Promise<boolean> {
  const [app] = await tx.select().from(authenticators).where(eq(authenticators.userId, userId)).for('update')
  if (!app || (app.confirmedAt === null) !== unconfirmed) return false
  const token = code.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(token)) {
    const options = { epochTolerance: TOLERANCE_SECONDS, afterTimeStep: app.lastStep, epoch: now.getTime() / 1000 }
    const result = await verify({ secret: app.secret, token, ...options })
    if (!result.valid || !('timeStep' in result)) return false
    await tx.update(authenticators).set({ lastStep: result.timeStep }).where(eq(authenticators.userId, userId))
    return true
  }
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOfCode(asWritten(code)))))
    .returning()
  return used.length > 0
}

/** Replaces the recovery codes of an operator. The new ones are returned this once: only hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const symbol = () => SYMBOLS[randomInt(SYMBOLS.length)]
  const codes = Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: CODE_SYMBOLS }, symbol).join(''))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOfCode(code) })))
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))
}
