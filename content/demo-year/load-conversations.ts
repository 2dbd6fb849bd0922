import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { conversations, mailMessages } from '#app/features/inbox/inbox.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { asRestored } from './as-restored.ts'
import type { Chance } from './chance.ts'
import { OPERATOR } from './operator.ts'
import { type SampleGuest, sampleGuest } from './sample-guests.ts'
import { type AuditRow, changeOf } from './stay-history.ts'
import { noonOf } from './stay-money.ts'
import type { StayRows } from './stay-rows.ts'

const HOUR_MS = 3_600_000

type Message = { hoursAgo: number; text: string; isAnswer?: true }
/** `isForm`: it begins with the contact form, and goes on by email. */
type Talk = { subject: string; isForm: boolean; messages: Message[] }

const message = (hoursAgo: number, text: string): Message => ({ hoursAgo, text: `Sample message: ${text}` })
const answer = (hoursAgo: number, text: string): Message => ({
  hoursAgo,
  text: `Sample answer: ${text}`,
  isAnswer: true,
})

/** Of guests who stay or have stayed, the ones of the coming days first. The first waits for an answer. */
const OF_GUESTS: Talk[] = [
  {
    subject: 'Sample: arriving late',
    isForm: false,
    messages: [
      message(75, 'our flight lands at nine. May we check in at eleven?'),
      answer(73, 'yes. The door code works at any hour.'),
      message(5, 'thank you. Is there a place for two pairs of skis?'),
    ],
  },
  {
    subject: 'Sample: a crib',
    isForm: true,
    messages: [
      message(120, 'do you have a crib for our baby?'),
      answer(117, 'yes, with bedding. We put it into the main bedroom.'),
    ],
  },
  {
    subject: 'Sample: paying by check',
    isForm: false,
    messages: [
      message(260, 'whom do we make the check out to?'),
      answer(250, 'to the name on your stay’s page. The address is there, too.'),
    ],
  },
  {
    subject: 'Sample: one more guest',
    isForm: true,
    messages: [message(400, 'may my sister join us for two nights?'), answer(396, 'gladly. There is a bed for her.')],
  },
  {
    subject: 'Sample: a scarf',
    isForm: false,
    messages: [
      message(720, 'we left a red scarf in the hall.'),
      answer(700, 'it is here. We send it on Monday.'),
      message(690, 'that is kind. Thank you.'),
      answer(688, 'you are welcome.'),
    ],
  },
  {
    subject: 'Sample: the hot tub',
    isForm: false,
    messages: [
      message(1500, 'the hot tub shows an error.'),
      answer(1499, 'press the left button for five seconds. We come by at noon, too.'),
    ],
  },
  {
    subject: 'Sample: the next summer',
    isForm: true,
    messages: [
      message(2900, 'can we have the same week next year?'),
      answer(2890, 'your dates are open. Book them on the site, or tell us and we do it.'),
    ],
  },
]

/** Of people who have not booked. The first of these waits, too. */
const OF_OTHERS: (Talk & { guest: SampleGuest })[] = [
  {
    guest: sampleGuest('Rowan', 'V'),
    subject: 'Sample: kayaks',
    isForm: true,
    messages: [message(28, 'is there room for our own kayaks at the dock?')],
  },
  {
    guest: sampleGuest('Sky', 'G'),
    subject: 'Sample: a large family',
    isForm: true,
    messages: [
      message(170, 'we are 22. Is there one table for all of us?'),
      answer(160, 'there are two kitchens and one long table. Everyone fits.'),
    ],
  },
  {
    guest: sampleGuest('Toby', 'F'),
    subject: 'Sample: dogs',
    isForm: true,
    messages: [
      message(1100, 'do you take two dogs?'),
      answer(1090, 'at the lake, yes. The homes in the mountains take none.'),
    ],
  },
  {
    guest: sampleGuest('Uma', 'J'),
    subject: 'Sample: a discount',
    isForm: false,
    messages: [
      message(2000, 'is there a price for ten nights in May?'),
      answer(1990, 'the calendar shows the price of each night. May has the lowest ones.'),
    ],
  },
]

type Known = Talk & { guest: SampleGuest; bookingId: string | null; propertyId: string | null }

/** Eleven conversations, of which two wait for an answer. Returns what History has of them. */
export async function loadConversations(
  tx: Tx,
  chance: Chance,
  { stays, now }: { stays: readonly StayRows[]; now: Date },
): Promise<AuditRow[]> {
  const talks: Known[] = [
    ...guestsOf(stays, now).map(({ stay: { guest }, booking }, index): Known => {
      const talk = OF_GUESTS[index]
      if (!talk) throw new Error('there is a guest for each talk')
      return { ...talk, guest, bookingId: booking.id, propertyId: booking.propertyId }
    }),
    ...OF_OTHERS.map((talk) => ({ ...talk, bookingId: null, propertyId: null })),
  ]
  const at = ({ hoursAgo }: Message) => writtenAt(now, hoursAgo)
  const forms = talks.flatMap(({ guest, subject, isForm, messages: [first], bookingId, propertyId }) => {
    if (!isForm || !first) return []
    return [{ id: chance.uuid(), ...guest, subject, message: first.text, bookingId, propertyId, createdAt: at(first) }]
  })
  const people = talks.flatMap(({ guest, messages }) => {
    const [first, last] = [messages[0], messages.at(-1)]
    if (!first || !last) return []
    const lastAt = at(last)
    const waitingSince = last.isAnswer ? null : lastAt
    return [{ id: chance.uuid(), ...guest, waitingSince, lastAt, createdAt: at(first) }]
  })
  await asRestored(tx, async () => {
    await tx.insert(inquiries).values(forms)
    await tx.insert(conversations).values(people)
  })
  const ids = new Map(people.map(({ id, email }) => [email, id]))
  const mails = talks.flatMap(({ guest, subject, isForm, messages }) =>
    messages.slice(isForm ? 1 : 0).map((written) => {
      const { text, isAnswer } = written
      const id = chance.uuid()
      const incoming = { messageId: `<${id}@example.com>`, fromEmail: guest.email }
      const about = { id, conversationId: ids.get(guest.email) ?? '', subject, body: text, createdAt: at(written) }
      return isAnswer
        ? { ...about, isIncoming: false, writtenBy: OPERATOR }
        : { ...about, isIncoming: true, ...incoming }
    }),
  )
  await tx.insert(mailMessages).values(mails)
  return mails.flatMap(({ conversationId: subjectId, createdAt: happenedAt, isIncoming }) =>
    isIncoming ? [] : [changeOf('conversation.answered', { subjectId, happenedAt })],
  )
}

/** Before the last day, everybody writes by day. */
function writtenAt(now: Date, hoursAgo: number): Date {
  const [days, hours] = [Math.floor(hoursAgo / 24), hoursAgo % 24]
  if (days === 0) return new Date(now.getTime() - hoursAgo * HOUR_MS)
  const day = noonOf(addDays(now.toISOString().slice(0, 10), -days))
  return new Date(day.getTime() + (9 - hours) * (HOUR_MS / 4))
}

/** Guests with an address, one stay each: who is here or comes next, then who left last. */
function guestsOf(stays: readonly StayRows[], now: Date): StayRows[] {
  const day = now.toISOString().slice(0, 10)
  const known = stays.filter(({ booking }) => booking.status === 'confirmed' && booking.guestEmail !== '')
  const coming = known.filter(({ booking }) => booking.checkInDate > day)
  const gone = known.filter(({ booking }) => booking.checkOutDate < day)
  const byDay = (some: StayRows[]) =>
    some.toSorted((one, other) => one.booking.checkInDate.localeCompare(other.booking.checkInDate))
  const ordered = [...byDay(coming).slice(0, 4), ...byDay(gone).toReversed()]
  const emails = new Set<string>()
  return ordered
    .filter(({ booking: { guestEmail } }) => !emails.has(guestEmail) && emails.add(guestEmail))
    .slice(0, OF_GUESTS.length)
}
