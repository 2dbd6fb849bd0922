import { z } from 'zod'
import { getBookingMailData } from '#app/features/bookings/booking-summary.server.ts'
import { codesWaitFor, getOwnCode, storeOwnCode } from '#app/features/bookings/door-code.server.ts'
import { isExpected } from '#app/features/bookings/guest-page/guest-page.ts'
import { phaseOf } from '#app/features/bookings/guest-page/stay-phase.server.ts'
import { doorCodeMail } from '#app/features/bookings/mail/door-code.mail.tsx'
import { getPropertyCode } from '#app/features/properties/arrival-guide.server.ts'
import { NO_CODES } from '#app/features/properties/manage/property-content.ts'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { doorCodeSchema } from '../booking-forms.server.ts'
import { type BookedStay, ofBooking, refuseOver } from '../change-booking.server.ts'
import type { DoorCode } from '../managed-stay.ts'

/** The door code of a stay, and whether its guest sees it by now. */
export async function getDoorCode(db: Tx, { booking, property }: BookedStay, now: Date): Promise<DoorCode> {
  const { propertyId, checkInDate: checkIn, status } = booking
  const own = await getOwnCode(db, booking)
  const { code, shownOn, isOpen: isPropertyOpen } = await getPropertyCode(db, { propertyId, checkIn })
  const waitsFor = await codesWaitFor(db, booking)
  const isOpen = shownOn <= dateInZone(now, property.timeZone) && phaseOf({ ...booking, property }, now) !== 'over'
  const isShown = status === 'confirmed' && isOpen && waitsFor === 0
  return {
    own,
    property: code,
    shownOn,
    isShown,
    waitsFor,
    isPropertyOpen,
    isOpened: booking.codesOpen,
    version: versionOf(own),
  }
}

/** History says whether there is a code, and never shows it. */
const recorded = z.object({ ownCode: z.boolean(), guestEmailed: z.boolean().optional() })
type Recorded = z.output<typeof recorded>
const RECORDED = { before: recorded, after: recorded }

const words = fromRecorded(RECORDED, ({ before, after }) => {
  if (!after.ownCode) return 'Door code of the stay removed'
  return `Door code of the stay ${before.ownCode ? 'changed' : 'set'}`
})

const facts = fromRecorded(RECORDED, ({ before, after }) => {
  const said = ({ ownCode }: Recorded) => (ownCode ? 'its own, not stored here' : 'the home’s')
  return [
    { name: 'Door code', before: said(before), after: said(after) },
    ...(after.guestEmailed ? [{ name: 'Guest emailed', before: '', after: 'yes' }] : []),
  ]
})

type Subject = BookedStay & { door: DoorCode }

/** A guest who could see another code before has to learn that it changed. */
function isToldOf({ booking, door }: Subject, after: string | null): boolean {
  const seen = door.own ?? door.property
  return door.isShown && booking.guestEmail !== '' && seen !== null && seen !== (after ?? door.property)
}

const ownCode = defineRecord({
  scope: 'stays:write',
  name: 'booking.door-code-changed',
  words,
  facts,
  undo: NO_CODES,
  gone: ofBooking.gone,
  lock: async (tx, posted): Promise<Subject | null> => {
    const stay = await ofBooking.lock(tx, posted)
    return stay && { ...stay, door: await getDoorCode(tx, stay, posted.services.clock.now()) }
  },
  read: ({ door }): string | null => door.own,
  store: async (tx, subject, code, services) => {
    const { booking, door } = subject
    await storeOwnCode(tx, booking, code)
    if (!isToldOf(subject, code)) return
    const data = await getBookingMailData(services, tx, booking.id)
    await enqueueMail(services, tx, doorCodeMail(data, { hasCode: (code ?? door.property) !== null }))
  },
  about: (subject, after) => ({
    subjectId: subject.booking.id,
    timeZone: subject.property.timeZone,
    before: { ownCode: subject.door.own !== null } satisfies Recorded,
    after: { ownCode: after !== null, guestEmailed: isToldOf(subject, after) } satisfies Recorded,
  }),
})

/** Sets, changes or removes the door code of one stay. */
export const setDoorCode = ownCode.change({
  form: doorCodeSchema,
  make: ({ doorCode }, _, { services: { clock }, subject: { booking, property } }) => {
    const phase = phaseOf({ ...booking, property }, clock.now())
    return isExpected({ status: booking.status, phase }) ? doorCode : refuseOver
  },
  lines: (code) => [code ?? 'the home’s code'],
})
