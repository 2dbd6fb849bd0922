import { sql } from 'drizzle-orm'
import { labelOf } from '#app/features/bookings/moments.ts'
import {
  IS_OVERPAID,
  IS_RECORDED,
  PAID,
  RETURN_IDS,
  TO_RETURN,
} from '#app/features/bookings/payments/recorded-money.server.ts'
import { OPEN_PAYOUT_PROBLEMS } from '#app/features/payouts/match-payouts.server.ts'
import { type PayoutProblem, problemTask } from '#app/features/payouts/payouts.ts'
import { backupAge, LATE_BACKUP } from '#app/features/set-up/backup-age.ts'
import { lastBackupAge } from '#app/platform/db/last-backup.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { StayMoment } from '#app/shared/stay-moments.ts'
import type { Task } from '#app/shared/task.ts'
import { countOf } from '#app/shared/words.ts'

/** A feed that could not be read for so long may hide a booking. */
const SILENT_HOURS = 6

/** Messages that an outage kept from leaving, of stays that are not canceled. Now is a timestamp as text. */
const missedSince = (now: string) =>
  sql`missed_at >= ${now}::timestamptz - interval '7 days' and bookings.status = 'confirmed'`

const pathOf = (reference: string) => `/admin/bookings/${reference}`

type Notice = {
  kind:
    | 'payment'
    | 'return'
    | 'promise'
    | 'ledger'
    | 'overpaid'
    | 'message'
    | 'missed'
    | 'mailbox'
    | 'feed'
    | 'mail'
    | 'price'
    | 'damage'
    | 'draw'
    | 'backup'
    | 'webhook'
    | 'payout'
    | 'blank'
  title: string
  detail: string
  /** A booking's reference, or a home's slug. */
  about: string | null
  /** Of what waits; cents of money that is to be returned; seconds since the last backup, -1 for none. */
  count: number
}

/**
 * Guests who are not told how to pay, money to be returned, money that can’t be. Who waits for an answer. Messages that
 * cannot leave, and those missed in an outage. Silent feeds, a mailbox that can’t be read, mail and webhooks that failed within a week. Giveaways without
 * their winner. Payouts that don’t match. On a live site, homes without a price, and backups that fail.
 */
export async function listNotices({ db, clock, config, gateway }: Services): Promise<Task[]> {
  const now = clock.now().toISOString()
  const { rows } = await db.execute<Notice>(sql`
    select 'message' as kind, (array_agg(name order by waiting_since))[1] as title, '' as detail,
        (array_agg(id::text order by waiting_since))[1] as about, count(*)::int as count
      from conversations where waiting_since is not null having count(*) > 0
    union all select case when ${IS_RECORDED} then 'return' else 'promise' end, guest_name, properties.name, reference,
      (${TO_RETURN} * 100)::int
      from bookings join properties on properties.id = property_id where bookings.id in ${RETURN_IDS} and ${TO_RETURN} > 0
    union all select 'ledger', guest_name, properties.name, reference, (-paid_elsewhere * 100)::int
      from bookings join properties on properties.id = property_id where paid_elsewhere < 0
    union all select 'overpaid', guest_name, properties.name, reference, ((${PAID} - total_amount) * 100)::int
      from bookings join properties on properties.id = property_id
      where ${IS_OVERPAID}
    union all select 'blank', guest_name, moment, reference, 1 from stay_messages
      join bookings on bookings.id = booking_id
      where empty_blanks is not null and sent_at is null and skipped_at is null and bookings.status = 'confirmed'
    union all select 'missed', array_to_string((array_agg(distinct guest_name order by guest_name))[:4], ', '),
        count(distinct booking_id)::text, case when count(distinct booking_id) = 1 then min(reference) end, count(*)::int
      from stay_messages join bookings on bookings.id = booking_id where ${missedSince(now)} having count(*) > 0
    union all select 'mailbox', mailbox, error, null, 1 from mailbox_state
      where ${config.mailbox !== undefined} and failing_since <= ${now}::timestamptz - interval '1 hour'
    union all select 'feed', properties.name, label, slug, 1 from calendar_feeds join properties on properties.id = property_id
      where failing_since <= ${now}::timestamptz - interval '1 hour' * ${SILENT_HOURS}::int
    union all select 'damage', properties.name, '', null, count(*)::int from turnover_photos
      join properties on properties.id = property_id where handled_at is null group by properties.id
    union all select 'mail', min("to"), min(subject), min(payload ->> 'reference'), count(distinct mail_id)::int
      from email_logs
      where status in ('refused', 'given-up') and created_at >= ${now}::timestamptz - interval '7 days' having count(*) > 0
    union all select 'draw', name, step, null, 1 from (select campaigns.name, case
          when draw.id is null then 'freeze' when draw.seed is null then 'seed'
          when answer = 'accepted' then case when not exists (select from promo_codes where promo_codes.code = giveaway_rounds.promo_code
            and (ended_at is null or exists (select from bookings where bookings.promo_code = promo_codes.code
              and bookings.status in ('held', 'pending', 'confirmed')))) then 'code' end
          when answer = 'declined' then 'declined' when written_at is null then 'write'
          when answer_by <= ${now}::timestamptz then 'late' end as step
        from campaigns left join giveaway_draws draw on draw.campaign_id = campaigns.id
          left join giveaway_rounds on draw_id = draw.id and round = draw.rounds
        where not campaigns.draft and closes_at <= ${now}::timestamptz
          and coalesce(drawn_at > ${now}::timestamptz - interval '1 day' * ${WINNER_DAYS}::int, true)
          and (draw.id is not null or exists (select from staycation_entries where campaign_id = campaigns.id))) draws
      where step is not null
    union all select 'backup', coalesce(error, ''), case when failed_at is null then '' else 'failed' end, null,
        coalesce(${lastBackupAge(clock.now())}, -1)::int
      from (select) one left join backups on true
      where ${!config.demo && config.backup.daily} and (failed_at is not null or error is not null
        or coalesce(${lastBackupAge(clock.now())} > ${LATE_BACKUP}::int, true))
    union all select 'webhook', min(url), '', null, count(*)::int
      from webhook_deliveries join webhooks on webhooks.id = webhook_id
      where delivered_at is null and next_at is null
        and webhook_deliveries.created_at >= ${now}::timestamptz - interval '7 days' group by webhook_id
    union all select 'payout', problem, '', null, count(*)::int from ${OPEN_PAYOUT_PROBLEMS} unmatched group by problem
    union all (select 'price', name, '', slug, 1 from properties
      where not ${config.demo} and published and (price_per_night is null or not price_confirmed)
      order by name limit 50)
    union all select 'payment', '', '', null, count(*)::int from properties, site
      where ${gateway === null} and published and coalesce(properties.payment_text, site.payment_text) is null having count(*) > 0
    order by 1, 2`)
  return rows.map(noticeTask)
}

const FEED_HELP = 'Its nights may be booked elsewhere by now. Check the address that the other site gave you.'

/** How long after the drawing its steps wait here, in days. A draw of long ago was settled without the site. */
const WINNER_DAYS = 90

const DRAW_STEPS: Record<string, string> = {
  freeze: 'Freeze and publish the list of entries, so that the winner can be drawn.',
  seed: 'Enter the seed once it is known. That draws the winner.',
  write: 'Write to the winner, who then accepts or declines.',
  late: 'Draw again: the winner didn’t answer in time.',
  declined: 'Draw again: the winner declined.',
  code: 'Make the code of the prize: the winner accepted.',
}

const NOTICES: Record<Notice['kind'], (notice: Notice) => Omit<Task, 'until'>> = {
  return: ({ title, detail, about, count }) => {
    const words = `Return ${formatMoney(count)} to ${title}`
    return { title: words, detail, path: about && pathOf(about), action: 'Return it' }
  },
  // Promised by an earlier version of this site, which did not know whether anything was paid.
  promise: ({ title, detail, about, count }) => {
    const words = `Return up to ${formatMoney(count)} of what ${title} paid you`
    return { title: words, detail, path: about && pathOf(about), action: 'Settle it' }
  },
  ledger: ({ title, detail, about, count }) => {
    const words = `${formatMoney(count)} more is recorded as returned than as paid. Record the payment that is missing.`
    const path = about && pathOf(about)
    return { title: `The money of ${title} doesn’t add up`, detail: `${detail}. ${words}`, path, action: 'Review' }
  },
  overpaid: ({ title, detail, about, count }) => {
    const words = `${title} paid ${formatMoney(count)} too much`
    return { title: words, detail, path: about && pathOf(about), action: 'Refund it' }
  },
  draw: ({ title, detail: step }) => {
    return { title: `“${title}” has closed`, detail: DRAW_STEPS[step] ?? '', path: '/admin/giveaway', action: 'Draw' }
  },
  message: ({ title, about, count }) =>
    count === 1
      ? {
          title: `${title} waits for an answer`,
          detail: 'Nobody has answered yet.',
          path: `/admin/inbox/${about}`,
          action: 'Answer',
        }
      : {
          title: `${count} people wait for an answer`,
          detail: `${title} has waited longest.`,
          path: '/admin/inbox',
          action: 'Answer',
        },
  blank: ({ title, detail: moment, about }) => ({
    title: `“${labelOf(moment as StayMoment)}” to ${title} can’t leave`,
    detail: 'A blank in its text is empty for this stay. Change the words for this guest.',
    path: about && `${pathOf(about)}#messages`,
    action: 'Review',
  }),
  missed: ({ title: names, detail: stays, about, count }) => {
    const more = Number(stays) > 4 ? `, and ${Number(stays) - 4} more` : ''
    return {
      title: `The site was down: ${countOf(count, 'message')} to guests ${count === 1 ? 'was' : 'were'} not sent`,
      detail: `${names}${more}. It is too late for them now. Write to whoever needs to hear it.`,
      path: about ? `${pathOf(about)}#messages` : '/admin/bookings?view=all',
      action: 'Look',
    }
  },
  mailbox: ({ title, detail }) => ({
    title: 'Replies can’t be read',
    detail: `The mailbox of ${title} doesn’t answer: ${detail}`,
    path: '/admin/inbox',
    action: 'Look',
  }),
  feed: ({ title, detail }) => {
    return {
      title: `The calendar “${detail}” of ${title} can’t be read`,
      detail: FEED_HELP,
      path: '/admin/calendars',
      action: 'Review',
    }
  },
  damage: ({ title, count }) => {
    const detail = `${countOf(count, 'photo')} from a cleaner`
    return { title: `Damage in ${title}`, detail, path: '/admin/turnovers', action: 'Review' }
  },
  mail: ({ title, detail, about, count }) => {
    const more = count > 1 ? ` and ${count - 1} more` : ''
    return {
      title: `Email to ${title}${more} was not delivered`,
      detail,
      path: about && pathOf(about),
      action: 'Review',
    }
  },
  price: ({ title, about }) => {
    const detail = 'Guests can’t book it. Its price was removed with the demo, or was never confirmed.'
    return { title: `${title} has no price`, detail, path: `/admin/homes/${about}/prices`, action: 'Set prices' }
  },
  backup: ({ title: error, detail: failed, count }) => {
    const last = count < 0 ? 'There is no backup yet' : `The last backup is ${backupAge(count)} old`
    const link = { path: '/admin/set-up#backup', action: 'How' }
    if (!error) return { title: last, detail: 'One is made every night by the process that runs jobs.', ...link }
    const title = failed ? 'The last backup failed' : 'The last backup needs a look'
    return { title, detail: `${error} ${last}.`, ...link }
  },
  webhook: ({ title: url, count }) => {
    const title = `${countOf(count, 'event')} didn’t reach ${new URL(url).host}`
    const detail = 'It was tried for three days. Mend the receiver, then send them again.'
    return { title, detail, path: '/admin/api', action: 'Review' }
  },
  payout: ({ title: problem, count }) => ({
    ...problemTask(problem as PayoutProblem['problem'], count),
    path: '/admin/money/payouts',
    action: 'Review',
  }),
  payment: ({ count }) => {
    const detail = `Whoever books ${count === 1 ? 'a home' : `one of ${count} homes`} can’t read how, how much, and by when. Write it once.`
    return { title: 'Guests aren’t told how to pay', detail, path: '/admin/site#change-payment', action: 'Write it' }
  },
}

const noticeTask = (notice: Notice): Task => ({ ...NOTICES[notice.kind](notice), until: null })
