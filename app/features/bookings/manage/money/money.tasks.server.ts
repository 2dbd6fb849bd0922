import { sql } from 'drizzle-orm'
import {
  IS_OVERPAID,
  IS_RECORDED,
  PAID,
  RETURN_IDS,
  TO_RETURN,
} from '#app/features/bookings/payments/recorded-money.server.ts'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'
import { formatMoney } from '#app/shared/money.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'

/** Money to be returned, money that can’t be, and guests who are not told how to pay. */
export const moneyTasks = {
  return: {
    find: () => sql`select guest_name, properties.name, reference, (${TO_RETURN} * 100)::int
      from bookings join properties on properties.id = property_id
      where bookings.id in ${RETURN_IDS} and ${TO_RETURN} > 0 and ${IS_RECORDED}`,
    taskOf: ({ title, detail, about, count }) => {
      const words = `Return ${formatMoney(count)} to ${title}`
      return { title: words, detail, path: about && bookingPath(about), action: 'Return it' }
    },
  },
  // Promised by an earlier version of this site, which did not know whether anything was paid.
  promise: {
    find: () => sql`select guest_name, properties.name, reference, (${TO_RETURN} * 100)::int
      from bookings join properties on properties.id = property_id
      where bookings.id in ${RETURN_IDS} and ${TO_RETURN} > 0 and not ${IS_RECORDED}`,
    taskOf: ({ title, detail, about, count }) => {
      const words = `Return up to ${formatMoney(count)} of what ${title} paid you`
      return { title: words, detail, path: about && bookingPath(about), action: 'Settle it' }
    },
  },
  ledger: {
    find: () => sql`select guest_name, properties.name, reference, (-paid_elsewhere * 100)::int
      from bookings join properties on properties.id = property_id where paid_elsewhere < 0`,
    taskOf: ({ title, detail, about, count }) => {
      const words = `${formatMoney(count)} more is recorded as returned than as paid. Record the payment that is missing.`
      const path = about && bookingPath(about)
      return { title: `The money of ${title} doesn’t add up`, detail: `${detail}. ${words}`, path, action: 'Review' }
    },
  },
  overpaid: {
    find: () => sql`select guest_name, properties.name, reference, ((${PAID} - total_amount) * 100)::int
      from bookings join properties on properties.id = property_id where ${IS_OVERPAID}`,
    taskOf: ({ title, detail, about, count }) => {
      const words = `${title} paid ${formatMoney(count)} too much`
      return { title: words, detail, path: about && bookingPath(about), action: 'Refund it' }
    },
  },
  payment: {
    find: ({ gateway }) => sql`select '', '', null, count(*)::int from properties, site
      where ${gateway === null} and published and coalesce(properties.payment_text, site.payment_text) is null
      having count(*) > 0`,
    taskOf: ({ count }) => {
      const detail = `Whoever books ${count === 1 ? 'a home' : `one of ${count} homes`} can’t read how, how much, and by when. Write it once.`
      return { title: 'Guests aren’t told how to pay', detail, path: '/admin/site#change-payment', action: 'Write it' }
    },
  },
} satisfies Record<string, TaskKind>
