import { sql } from 'drizzle-orm'
import { labelOf } from '#app/features/bookings/moments.ts'
import type { StayMoment } from '#app/features/bookings/stay-moments.ts'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'
import { countOf } from '#app/shared/words.ts'

/** Messages and mails to guests that cannot leave, were missed in an outage, or did not arrive within a week. */
export const guestMessagesTasks = {
  placeholder: {
    find: () => sql`select guest_name, moment, reference, 1 from stay_messages
      join bookings on bookings.id = booking_id
      where missing_values is not null and sent_at is null and skipped_at is null and bookings.status = 'confirmed'`,
    taskOf: ({ title, detail: moment, about }) => ({
      title: `“${labelOf(moment as StayMoment)}” to ${title} can’t be sent`,
      detail: 'A placeholder in its text has no value for this stay. Change the words for this guest.',
      path: about && `${bookingPath(about)}#messages`,
      action: 'Review',
    }),
  },
  missed: {
    find: ({ clock }) => sql`select array_to_string((array_agg(distinct guest_name order by guest_name))[:4], ', '),
        count(distinct booking_id)::text, case when count(distinct booking_id) = 1 then min(reference) end, count(*)::int
      from stay_messages join bookings on bookings.id = booking_id
      where missed_at >= ${clock.now()}::timestamptz - interval '7 days' and bookings.status = 'confirmed'
      having count(*) > 0`,
    taskOf: ({ title: names, detail: stays, about, count }) => {
      const more = Number(stays) > 4 ? `, and ${Number(stays) - 4} more` : ''
      return {
        title: `The site was down: ${countOf(count, 'message')} to guests ${count === 1 ? 'was' : 'were'} not sent`,
        detail: `${names}${more}. It is too late for them now. Write to the guests who need to know.`,
        path: about ? `${bookingPath(about)}#messages` : '/admin/bookings?view=all',
        action: 'Look',
      }
    },
  },
  mail: {
    find: ({ clock }) => sql`select min("to"), min(subject), min(payload ->> 'reference'), count(distinct mail_id)::int
      from email_logs
      where status in ('refused', 'given-up') and created_at >= ${clock.now()}::timestamptz - interval '7 days'
      having count(*) > 0`,
    taskOf: ({ title, detail, about, count }) => {
      const more = count > 1 ? ` and ${count - 1} more` : ''
      const path = about && bookingPath(about)
      return { title: `Email to ${title}${more} was not delivered`, detail, path, action: 'Review' }
    },
  },
} satisfies Record<string, TaskKind>
