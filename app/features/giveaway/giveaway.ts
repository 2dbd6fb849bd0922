import { z } from 'zod/mini'
import { emailInput, personInput, phoneInput } from '#app/shared/input/typed-input.ts'
import type { Refusal } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { CHANNELS, type Channel } from './channels.ts'
import { isState, US_STATES } from './us-states.ts'

const STATE = 'Please choose one of the 50 states'
const ZIP = 'Please enter a 5-digit zip code'

/** Normalizes an address: ignores case and surrounding space. */
export const emailSchema = z.pipe(
  emailInput(),
  z.transform((address) => address.toLowerCase()),
)

/** A required short text, trimmed and converted to uppercase before validation. */
const word = (passes: (typed: string) => boolean, message: string) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(100, message)),
      z.transform((typed) => typed.trim().toUpperCase()),
    ),
    z.string().check(z.refine(passes, message)),
  )

/** An entry; the form and the API share this schema. */
export const entrySchema = z.object({
  fullName: personInput('Please enter your full name'),
  email: emailSchema,
  phone: phoneInput(),
  state: word(isState, STATE),
  zipCode: word((typed) => /^\d{5}$/.test(typed), ZIP),
  agreeToUpdates: z._default(z.boolean(), false),
})
export type Entry = z.infer<typeof entrySchema>

export const shareSchema = z.object({
  email: emailSchema,
  channel: z.enum(CHANNELS, 'We don’t recognize this way of sharing'),
})
export type Share = z.infer<typeof shareSchema>

/** The answer to an entry. */
export const enteredSchema = z.object({ success: z.literal(true), totalEntries: z.int() })

/** The answer to a request for an address's standing. */
export const standingSchema = z.object({
  success: z.boolean(),
  totalEntries: z.int(),
  usedChannels: z.array(z.enum(CHANNELS)),
})
/** An entrant's count, and the channels they have shared on. */
export type Standing = Omit<z.infer<typeof standingSchema>, 'success'>

/** The answer to a share. */
export const sharedSchema = z.object({
  success: z.boolean(),
  totalEntries: z.int(),
  message: z.string(),
  alreadyShared: z.boolean(),
  maxBonusReached: z.boolean(),
})

const imageSchema = z.object({ path: z.string(), alt: z.string() })

/** The page content besides the rules: the `content` of a giveaway's row. All of it is optional. */
export const giveawayContentSchema = z.object({
  lead: z._default(z.string(), ''),
  image: z.optional(imageSchema),
  cards: z._default(z.array(z.object({ title: z.string(), text: z.string(), image: z.optional(imageSchema) })), []),
})
export type GiveawayContent = z.input<typeof giveawayContentSchema>

/** The field names in error messages. */
export const ENTRY_LABELS = {
  fullName: 'Full name',
  email: 'Email',
  phone: 'Phone',
  state: 'State',
  zipCode: 'Zip code',
}

/** The page's response to its own form. */
export type EntryAnswer =
  | ({ ok: true; email: string; shared?: { channel: Channel; message: string } } & Standing)
  | (Refusal & {
      fields: Record<string, string>
      values: Record<string, string>
      /** The address whose share was refused. */
      entered?: { email: string } & Standing
    })

export type Phase = 'upcoming' | 'open' | 'closed'

/** Closed from the closing instant on, in every time zone. */
export function phaseOf({ opensAt, closesAt }: { opensAt: Date; closesAt: Date }, now: Date): Phase {
  if (now < opensAt) return 'upcoming'
  return now < closesAt ? 'open' : 'closed'
}

/** The current giveaway: the open one, else the next, else the last. */
export function findCurrentGiveaway<C extends { opensAt: Date; closesAt: Date }>(giveaways: C[], now: Date): C | null {
  const byOpening = giveaways.toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime())
  const open = byOpening.findLast((giveaway) => phaseOf(giveaway, now) === 'open')
  const next = byOpening.find((giveaway) => phaseOf(giveaway, now) === 'upcoming')
  const last = giveaways.toSorted((a, b) => a.closesAt.getTime() - b.closesAt.getTime()).at(-1)
  return open ?? next ?? last ?? null
}

/** An instant in the giveaway's time zone: `Friday, January 15, 2027 at 11:00 AM MST`. */
export function instantInWords(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant)
}

export type EntryReason = 'no-giveaway' | 'not-open' | 'closed' | 'excluded-state' | 'key-reused'

/** The message of a refused entry. `facts` are the giveaway's dates as text, or the state. */
export function refusalWords(
  reason: EntryReason,
  values: { opens?: string; closes?: string; state?: string } = {},
): string {
  const state = values.state && isState(values.state) ? US_STATES[values.state] : 'this state'
  const words: Record<EntryReason, string> = {
    'no-giveaway': 'There’s no giveaway right now.',
    'not-open': `The giveaway opens on ${values.opens}. Please come back then.`,
    closed: `The giveaway closed on ${values.closes} and is no longer taking entries.`,
    'excluded-state': `This giveaway isn’t open to residents of ${state}.`,
    'key-reused': 'This form has already entered someone else. Submit it again to enter this person too.',
  }
  return words[reason]
}

export const NO_ENTRY = 'Please submit your entry first before sharing.'

/** `3 entries`, `1 entry`. */
export const entriesInWords = (count: number) => countOf(count, 'entry', 'entries')
