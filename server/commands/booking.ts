import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type AnswerRefusal, confirmBooking, declineBooking } from '#app/features/bookings/confirm-booking.server.ts'
import { type ListedBooking, listBookings } from '#app/features/bookings/list-bookings.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { CommandOutcome } from './command-outcome.ts'

/** The booking subcommands and their arguments. */
export const bookingCommandSchema = z.object({
  command: z.literal('booking'),
  words: z.array(z.string().max(200)).max(10),
})

export const BOOKING_USAGE = [
  'Requests for stays, and the stays ahead:',
  '  npm run site -- booking list                    what waits for an answer, and what is confirmed',
  '  npm run site -- booking confirm REFERENCE       the stay is the guest’s',
  '  npm run site -- booking decline REFERENCE       its nights are free again',
  'The guest is told by e-mail each time. "confirm" refuses over blocked nights and other calendars; --despite-conflict confirms all the same.',
].join('\n')

function readWords(words: string[]) {
  try {
    const options = { 'despite-conflict': { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
    const [step, reference = '', ...more] = positionals
    if (more.length > 0) return null
    return { step, reference, despiteConflict: values['despite-conflict'] }
  } catch {
    return null
  }
}

/** Runs `npm run site -- booking -- ...`, and returns the result as a sentence or a list. */
export async function runBookingCommand(
  services: Services,
  { words }: z.infer<typeof bookingCommandSchema>,
): Promise<CommandOutcome> {
  const asked = readWords(words)
  if (asked?.step === 'list' && asked.reference === '')
    return { ok: true, message: listed(await listBookings(services)) }
  if (!asked?.reference || (asked.step !== 'confirm' && asked.step !== 'decline'))
    return { ok: false, message: BOOKING_USAGE }
  const { step, reference, despiteConflict } = asked
  const confirming = step === 'confirm'
  const outcome = confirming
    ? await confirmBooking(services, { reference, despiteConflict })
    : await declineBooking(services, { reference })
  if (!outcome.ok) return { ok: false, message: refusalWords(outcome, reference) }
  const done = confirming ? 'is confirmed' : 'is declined, and its nights are free again'
  return { ok: true, message: `${reference.toUpperCase()} ${done}. The guest is told by e-mail.` }
}

function refusalWords(refusal: AnswerRefusal, reference: string): string {
  if (refusal.reason === 'not-found') return `There is no booking ${reference}.`
  if (refusal.reason === 'not-pending') return `${reference} is ${refusal.status} and waits for no answer.`
  const claims = refusal.conflicts.map(({ nights, claim }) => {
    const who = claim.kind === 'block' ? 'blocked by yourself' : `taken in "${claim.calendar}"`
    return `  ${nights.from} to ${nights.to}: ${who}`
  })
  return [
    `${reference} is not confirmed, because nights of it are wanted elsewhere:`,
    ...claims,
    'If the stay is to stand all the same, add --despite-conflict.',
  ].join('\n')
}

function listed(stays: ListedBooking[]): string {
  const waiting = stays.filter(({ status }) => status === 'pending')
  const ahead = stays.filter(({ status }) => status === 'confirmed')
  return [
    ...section(`${countOf(waiting.length, 'request')} to answer`, waiting),
    '',
    ...section(`${countOf(ahead.length, 'confirmed stay')} ahead`, ahead),
  ].join('\n')
}

function section(title: string, stays: ListedBooking[]): string[] {
  return [stays.length > 0 ? `${title}:` : `${title}.`, ...stays.map((stay) => `  ${lineOf(stay)}`)]
}

function lineOf(stay: ListedBooking): string {
  const { reference, property, checkInDate, checkOutDate, guests, guestName, guestEmail, total, answerBy } = stay
  const facts = [
    reference,
    `${checkInDate} to ${checkOutDate}`,
    property,
    countOf(guests, 'guest'),
    formatMoney(total),
    `${guestName} <${guestEmail}>`,
    stay.status === 'pending' && answerBy && `runs out ${answerBy.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    stay.inConflict && 'IN CONFLICT',
  ]
  return facts.filter(Boolean).join(' | ')
}
