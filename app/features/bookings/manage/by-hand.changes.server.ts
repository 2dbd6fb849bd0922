import type { Change, Refusal } from '#app/platform/change/change.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { referenceFrom } from '../booking-reference.ts'
import { type ByHandRefusal, bookByHand } from './book-by-hand.server.ts'
import { bookSchema, moveSchema } from './by-hand-forms.server.ts'
import { getMovePage } from './move-page.server.ts'
import { moveStay } from './move-stay.server.ts'
import { checkChoice, listHomes } from './stay-check.server.ts'
import { type CheckedStay, readChoice } from './stay-check.ts'
import { undoBookingByHand, undoMove } from './undo-by-hand.server.ts'

const REFUSALS = {
  'not-found': 'There is no such home or booking.',
  'key-reused': 'This form was sent before with something else in it. Look at the bookings before you send it again.',
}

function refusalOf(outcome: ByHandRefusal): Refusal {
  if (outcome.reason === 'refused') return { ...outcome, status: 409 }
  return { ok: false, status: outcome.reason === 'key-reused' ? 422 : 409, message: REFUSALS[outcome.reason] }
}

const idOfHome = async (services: Services, slug: string) =>
  (await listHomes(services)).find((home) => home.slug === slug)?.id ?? ''

/** What the page of a new booking changes. */
export const bookChanges = {
  book: {
    names: { 'booking.added': { words: 'Booking added by hand', undo: undoBookingByHand, ifRecorded: true } },
    form: bookSchema,
    beside: async ({ services }, read) =>
      checkChoice(services, { choice: readChoice(read), homes: await listHomes(services) }),
    run: async ({ services, by }, { home, ...input }) => {
      const booked = await bookByHand(services, { ...input, propertyId: await idOfHome(services, home), by })
      return booked.ok ? { ok: true, id: booked.auditId, to: `/admin/bookings/${booked.reference}` } : refusalOf(booked)
    },
  } satisfies Change<typeof bookSchema, CheckedStay, 'booking.added'>,
}

/** What the page changes that moves a booking. One that has ended meanwhile has no such page: its own says so. */
export const moveChanges = {
  move: {
    names: { 'booking.moved': { words: 'Stay moved', undo: undoMove, ifRecorded: true } },
    form: moveSchema,
    beside: async ({ services, params }, read) => {
      const page = await getMovePage(services, { reference: referenceFrom(params.reference ?? ''), read })
      return page?.checked
    },
    run: async ({ services, by, params }, { home, ...input }) => {
      const reference = referenceFrom(params.reference ?? '')
      if (!(await getMovePage(services, { reference, read: () => null }))) return { ok: true }
      const moved = await moveStay(services, { ...input, reference, propertyId: await idOfHome(services, home), by })
      return moved.ok ? { ok: true, id: moved.auditId } : refusalOf(moved)
    },
  } satisfies Change<typeof moveSchema, CheckedStay, 'booking.moved'>,
}
