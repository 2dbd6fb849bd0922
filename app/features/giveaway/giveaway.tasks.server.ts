import { sql } from 'drizzle-orm'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'

/** How long after the drawing its steps wait on Today, in days. A draw of long ago was settled without the site. */
const WINNER_DAYS = 90

const DRAW_STEPS: Record<string, string> = {
  freeze: 'Freeze and publish the list of entries, so that the winner can be drawn.',
  seed: 'Enter the seed once it is known. That draws the winner.',
  write: 'Write to the winner, who then accepts or declines.',
  late: 'Draw again: the winner didn’t answer in time.',
  declined: 'Draw again: the winner declined.',
  code: 'Make the code of the prize: the winner accepted.',
}

/** Giveaways without their winner. */
export const giveawayTasks = {
  draw: {
    find: ({ clock }) => {
      const now = sql`${clock.now()}::timestamptz`
      return sql`select name, step, null, 1 from (select campaigns.name, case
          when draw.id is null then 'freeze' when draw.seed is null then 'seed'
          when answer = 'accepted' then case when not exists (select from promo_codes where promo_codes.code = giveaway_rounds.promo_code
            and (ended_at is null or exists (select from bookings where bookings.promo_code = promo_codes.code
              and bookings.status in ('held', 'pending', 'confirmed')))) then 'code' end
          when answer = 'declined' then 'declined' when written_at is null then 'write'
          when answer_by <= ${now} then 'late' end as step
        from campaigns left join giveaway_draws draw on draw.campaign_id = campaigns.id
          left join giveaway_rounds on draw_id = draw.id and round = draw.rounds
        where not campaigns.draft and closes_at <= ${now}
          and coalesce(drawn_at > ${now} - interval '1 day' * ${WINNER_DAYS}::int, true)
          and (draw.id is not null or exists (select from staycation_entries where campaign_id = campaigns.id))) draws
      where step is not null`
    },
    taskOf: ({ title, detail: step }) => {
      return { title: `“${title}” has closed`, detail: DRAW_STEPS[step] ?? '', path: '/admin/giveaway', action: 'Draw' }
    },
  },
} satisfies Record<string, TaskKind>
