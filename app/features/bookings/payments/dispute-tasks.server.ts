import { sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { dateInZone, formatDate, formatSpan } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'
import type { Task } from '#app/shared/task.ts'
import { IS_UNPAID } from './recorded-money.server.ts'

type Row = {
  amount: Cents
  isOpen: boolean
  isInquiry: boolean
  answerBy: string | null
  reference: string
  guest: string
  property: string
  timeZone: string
  checkIn: string
  checkOut: string
}

/**
 * Disputes that wait for an answer, with the day until which it counts. And those that were lost of a stay that is still to come:
 * it is not paid anymore.
 */
export async function listDisputeTasks(db: Tx, now: Date): Promise<Task[]> {
  const { rows } = await db.execute<Row>(sql`
    select round(100 * disputes.amount)::int as amount, disputes.status = 'needs-response' as "isOpen", is_inquiry as "isInquiry",
        disputes.answer_by as "answerBy", reference, guest_name as guest, properties.name as property, time_zone as "timeZone",
        check_in_date::text as "checkIn", check_out_date::text as "checkOut"
      from disputes join payments on payments.id = payment_id join bookings on bookings.id = booking_id
        join properties on properties.id = property_id
      where disputes.status = 'needs-response' or disputes.status = 'lost' and ${IS_UNPAID}
        and check_in_date >= ${dateInZone(now, 'UTC')}::date
      order by disputes.answer_by nulls last, disputes.id`)
  return rows.map(taskOf)
}

function taskOf({ amount, isOpen, isInquiry, guest, property, reference, timeZone, ...row }: Row): Task {
  const of = `${property}, ${formatSpan(row.checkIn, row.checkOut)}`
  const path = bookingPath(reference)
  const sum = formatMoney(amount)
  if (!isOpen) {
    const detail = `The stay is still booked. Ask for it again, or cancel the stay. ${of}`
    return { title: `The bank gave ${sum} back to ${guest}`, detail, until: null, path, action: 'Review' }
  }
  return {
    title: isInquiry ? `The bank of ${guest} asks about ${sum}` : `${guest} disputes ${sum}`,
    detail: `Answer in Stripe’s dashboard, and refund nothing meanwhile. ${of}`,
    until: row.answerBy && formatDate(dateInZone(new Date(row.answerBy), timeZone), 'long'),
    path,
    action: 'Review',
  }
}
