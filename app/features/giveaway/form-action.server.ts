import { z } from 'zod/mini'
import { runForm, type VisitorForm } from '#app/platform/http/form-action.server.ts'
import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { GENERIC_MESSAGE } from '#app/shared/problem.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { type Entered, type EntryRefusal, enterGiveaway, findStanding, getStanding } from './entries.server.ts'
import { type EntryAnswer, entrySchema, shareSchema } from './giveaway.ts'
import { recordShare } from './shares.server.ts'

type EntryDone = Extract<EntryAnswer, { ok: true }>

/** An entry as the API posts it. */
export const entryCall: VisitorForm<typeof entrySchema, Extract<Entered, { ok: true }>, EntryRefusal> = {
  limit: 'entries',
  honeypot: () => ({ ok: true, totalEntries: 1 }),
  schema: entrySchema,
  run: enterGiveaway,
}

/** A checkbox is sent only if it is checked. */
const postedEntrySchema = z.extend(entrySchema, {
  agreeToUpdates: z.pipe(
    z.optional(z.string()),
    z.transform((checked) => Boolean(checked)),
  ),
})

const entryForm: VisitorForm<typeof postedEntrySchema, EntryDone, Refusal> = {
  limit: 'entries',
  honeypot: ({ email = '' }) => ({ ok: true, email, usedChannels: [], totalEntries: 1 }),
  schema: postedEntrySchema,
  async run(services, input, sender) {
    const outcome = await entryCall.run(services, input, sender)
    if (!outcome.ok) return outcome
    return { ...outcome, email: input.email, usedChannels: [], ...(await getStanding(services, input.email)) }
  },
}

const shareForm: VisitorForm<typeof shareSchema, EntryDone, Refusal> = {
  limit: 'share',
  honeypot: null,
  schema: shareSchema,
  invalid: (fields) => Object.values(fields)[0] ?? GENERIC_MESSAGE.invalid,
  async run(services, { email, channel }, { address }) {
    const outcome = await recordShare(services, { email, channel, ipAddress: address })
    if (!outcome.ok) return outcome
    const { totalEntries, message } = outcome
    if (totalEntries === 0) return refuse('no-entry', message)
    const standing = await getStanding(services, email)
    return { ok: true, email, usedChannels: [channel], totalEntries, ...standing, shared: { channel, message } }
  },
}

/** The page's forms, for browsers without JavaScript: an entry or a share. */
export async function submitGiveawayForm(sent: {
  services: Services
  form: FormData
  address: string
}): Promise<EntryAnswer> {
  if (!sent.form.has('channel')) return runForm(entryForm, sent)
  const answer = await runForm(shareForm, sent)
  if (answer.ok || answer.status !== 429) return answer
  return { ...answer, entered: await findEntered(sent.services, answer.values.email ?? '') }
}

/** A visitor who shares too often has still entered. The lookup has the same rate limit as its API call. */
async function findEntered(services: Services, email: string) {
  const standing = await findStanding(services, email).catch((error: unknown) => {
    if (error instanceof RateLimitError) return null
    throw error
  })
  return standing ? { email, ...standing } : undefined
}
