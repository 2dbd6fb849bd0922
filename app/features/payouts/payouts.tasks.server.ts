import { sql } from 'drizzle-orm'
import type { TaskKind } from '#app/platform/feature/define-feature.server.ts'
import { OPEN_PAYOUT_PROBLEMS } from './match-payouts.server.ts'
import { type PayoutProblem, problemTask } from './payouts.ts'

/** Payouts that don’t match. */
export const payoutsTasks = {
  payout: {
    find: () => sql`select problem, '', null, count(*)::int from ${OPEN_PAYOUT_PROBLEMS} unmatched group by problem`,
    taskOf: ({ title: problem, count }) => ({
      ...problemTask(problem as PayoutProblem['problem'], count),
      path: '/admin/money/payouts',
      action: 'Review',
    }),
  },
} satisfies Record<string, TaskKind>
