import type { Command } from 'commander'
import { type AnswerRefusal, confirmBooking, declineBooking } from '#app/features/bookings/confirm-booking.server.ts'
import { type ListedBooking, listBookings } from '#app/features/bookings/manage/current-bookings.server.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { OnSite } from './site-command.ts'

export function addBookingCommands(line: Command, onSite: OnSite) {
  const booking = line.command('booking').description('list, confirm and decline requests for stays')
  booking
    .command('list')
    .description('requests that wait for an answer, and confirmed stays')
    .action(() => onSite(async (services) => ({ ok: true, message: listed(await listBookings(services)) })))
  booking
    .command('confirm')
    .description('confirm a request and email the guest')
    .argument('<reference>')
    .option('--despite-conflict', 'even over blocked nights and other calendars')
    .action((reference: string, { despiteConflict = false }: { despiteConflict?: boolean }) =>
      onSite(async (services) => {
        const outcome = await confirmBooking(services, { reference, despiteConflict })
        if (!outcome.ok) return { ok: false, message: refusalWords(outcome, reference) }
        return { ok: true, message: `${reference.toUpperCase()} is confirmed. The guest gets an email.` }
      }),
    )
  booking
    .command('decline')
    .description('decline a request, open its nights, and email the guest')
    .argument('<reference>')
    .action((reference: string) =>
      onSite(async (services) => {
        const outcome = await declineBooking(services, { reference })
        if (!outcome.ok) return { ok: false, message: refusalWords(outcome, reference) }
        const done = 'is declined, and its nights are open again'
        return { ok: true, message: `${reference.toUpperCase()} ${done}. The guest gets an email.` }
      }),
    )
}

function refusalWords(refusal: AnswerRefusal, reference: string): string {
  if (refusal.reason === 'not-found') return `There is no booking ${reference}.`
  if (refusal.reason === 'not-pending') return `${reference} is ${refusal.status} and isn’t waiting for an answer.`
  const claims = refusal.conflicts.map(({ nights, claim }) => {
    const who = claim.kind === 'block' ? 'blocked by you' : `booked in "${claim.calendar}"`
    return `  ${nights.from} to ${nights.to}: ${who}`
  })
  return [
    `${reference} is not confirmed because some of its nights are taken elsewhere:`,
    ...claims,
    'To confirm it anyway, add --despite-conflict.',
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
  const columns = [
    reference,
    `${checkInDate} to ${checkOutDate}`,
    property,
    countOf(guests, 'guest'),
    formatMoney(total),
    `${guestName} <${guestEmail}>`,
    stay.status === 'pending' && answerBy && `expires ${answerBy.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    stay.inConflict && 'IN CONFLICT',
  ]
  return columns.filter(Boolean).join(' | ')
}
