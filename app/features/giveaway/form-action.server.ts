import { safeParse } from 'zod/v4/core'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { UNAVAILABLE } from '#app/platform/http/form-action.server.ts'
import { checkHoneypot } from '#app/platform/http/honeypot.server.ts'
import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { fieldsOf, genericMessage } from '#app/shared/problem.ts'
import { enterGiveaway, findStanding, readStanding } from './entries.server.ts'
import { type EntryAnswer, entrySchema, shareSchema } from './giveaway.ts'
import { recordShare } from './shares.server.ts'

const TYPED = ['fullName', 'email', 'phone', 'state', 'zipCode', 'agreeToUpdates'] as const

/** The page's form action, for browsers without JavaScript: an entry or a share. */
export async function submitGiveawayForm(
  services: Services,
  { form, ipAddress }: { form: FormData; ipAddress: string },
): Promise<EntryAnswer> {
  const typed = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 3000) : ''
  }
  const as = form.has('channel') ? 'share' : 'entries'
  const limit = await services.limits.consume(as, ipAddress)
  if (!limit.ok) {
    const entered = as === 'share' ? await whoShares(services, typed('email')) : undefined
    return { ...limit, status: 429, fields: {}, values: valuesOf(form, typed), entered }
  }
  if (checkHoneypot(services, as, form)) return { ok: true, email: typed('email'), usedChannels: [], totalEntries: 1 }
  const answer = await take(services, form, typed, ipAddress)
  if (!answer.ok) await limit.undo()
  return answer
}

/** A visitor who shares too often has still entered. The lookup has the same rate limit as its API call. */
async function whoShares(services: Services, email: string) {
  const standing = await findStanding(services, email).catch((error: unknown) => {
    if (error instanceof RateLimitError) return null
    throw error
  })
  return standing ? { email, ...standing } : undefined
}

type Typed = (name: string) => string

function valuesOf(form: FormData, typed: Typed): Record<string, string> {
  const names = form.has('channel') ? (['email', 'channel'] as const) : TYPED
  return Object.fromEntries(names.map((name) => [name, typed(name)]))
}

async function take(services: Services, form: FormData, typed: Typed, ipAddress: string): Promise<EntryAnswer> {
  try {
    return await (form.has('channel') ? share(services, typed, ipAddress) : enter(services, typed))
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    services.log.error({ event: 'form.not-stored', err: error }, 'giveaway form not stored: database unavailable')
    return { ok: false, status: 503, message: UNAVAILABLE.message, fields: {}, values: valuesOf(form, typed) }
  }
}

async function enter(services: Services, typed: Typed): Promise<EntryAnswer> {
  const values = Object.fromEntries(TYPED.map((name) => [name, typed(name)]))
  const fields = { ...values, agreeToUpdates: typed('agreeToUpdates') !== '' }
  const parsed = safeParse(entrySchema, fields, { error: genericMessage })
  if (!parsed.success) {
    return {
      ok: false,
      status: 400,
      message: 'Please check the highlighted fields.',
      fields: fieldsOf(parsed.error),
      values,
    }
  }
  const outcome = await enterGiveaway(services, parsed.data)
  if (!outcome.ok) {
    const status = outcome.reason === 'excluded-state' ? 400 : 409
    return { ok: false, status, message: outcome.message, fields: outcome.fields, values }
  }
  const standing = await readStanding(services, parsed.data.email)
  return { ok: true, email: parsed.data.email, usedChannels: [], totalEntries: outcome.totalEntries, ...standing }
}

async function share(services: Services, typed: Typed, ipAddress: string): Promise<EntryAnswer> {
  const input = { email: typed('email'), channel: typed('channel') }
  const refused = (status: number, message: string): EntryAnswer => {
    return { ok: false, status, message, fields: {}, values: {} }
  }
  const parsed = safeParse(shareSchema, input, { error: genericMessage })
  if (!parsed.success) return refused(400, Object.values(fieldsOf(parsed.error))[0] ?? 'Invalid input')
  const outcome = await recordShare(services, { ...parsed.data, ipAddress })
  if (!outcome.ok) return refused(409, outcome.message)
  if (outcome.totalEntries === 0) return refused(404, outcome.message)
  const standing = await readStanding(services, parsed.data.email)
  return {
    ok: true,
    email: parsed.data.email,
    usedChannels: [parsed.data.channel],
    totalEntries: outcome.totalEntries,
    ...standing,
    shared: { channel: parsed.data.channel, message: outcome.message },
  }
}
