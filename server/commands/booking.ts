import type { Command } from 'commander'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { referenceFrom } from '#app/features/bookings/booking-reference.ts'
import { type ListedBooking, listBookings } from '#app/features/bookings/manage/list/current-bookings.server.ts'
import { confirmBooking, declineBooking } from '#app/features/bookings/manage/page/confirm-booking.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import type { Services } from '#app/platform/services.server.ts'
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
        const typed = despiteConflict ? { despiteConflict: 'yes' as const } : {}
        const outcome = await makeChange(confirmBooking, { services, id: reference }, typed)
        if (!outcome.ok) return { ok: false, message: await refusalWords(services, outcome, reference) }
        return { ok: true, message: `${reference.toUpperCase()} is confirmed. The guest gets an email.` }
      }),
    )
  booking
    .command('decline')
    .description('decline a request, open its nights, and email the guest')
    .argument('<reference>')
    .action((reference: string) =>
      onSite(async (services) => {
        const outcome = await makeChange(declineBooking, { services, id: reference }, { message: '' })
        if (!outcome.ok) return { ok: false, message: outcome.message }
        const done = 'is declined, and its nights are open again'
        return { ok: true, message: `${reference.toUpperCase()} ${done}. The guest gets an email.` }
      }),
    )
}

async function refusalWords(services: Services, { message }: { message: string }, typed: string): Promise<string> {
  const conflicts = await listConflicts(services, 'all')
  const own = conflicts.filter(({ stay }) => stay.reference === referenceFrom(typed) && stay.status === 'pending')
  if (own.length === 0) return message
  const claims = own.map(({ nights, claim }) => {
    const who = claimantOf(claim)
    return `  ${nights.from} to ${nights.to}: ${who}`
  })
  return [message, ...claims, 'To confirm it anyway, add --despite-conflict.'].join('\n')
}

function claimantOf(claim: NightConflict['claim']): string {
  if (claim.kind === 'block') return 'blocked by you'
  return claim.kind === 'import' ? `booked in "${claim.calendar}"` : `booked by ${claim.guest ?? 'a guest right now'}`
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
