import { ACCOUNTS } from '#app/features/back-office/money/bookkeeping/bookkeeping.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { payouts } from '#app/platform/db/schema.server.ts'
import { NOON } from '../factories.ts'
import type { Case } from './change-world.ts'

const TAX = '/admin/money/lodging-tax'
const STATE = 'State sales tax'
const DEFAULTS = { countedBy: 'check-out', period: 'month', dueDay: 20 }

/** How each change of the reports is made on its page, and what History then says. */
export const MONEY_CASES = {
  'tax-jurisdiction.changed': [
    'How an authority wants its tax changed',
    ({ post }) =>
      post(TAX, {
        ...{ intent: 'jurisdiction', id: STATE, countedBy: 'night', period: 'quarter', dueDay: '20' },
        version: versionOf(DEFAULTS),
      }),
  ],
  'tax-platforms.changed': [
    'Platforms that remit lodging tax changed',
    ({ post }) =>
      post(TAX, { intent: 'tax-platforms', sources: ['airbnb', 'vrbo'], version: versionOf({ sources: [] }) }),
  ],
  'lodging-tax.filed': [
    `Lodging tax filed: ${STATE}, May 2027`,
    ({ post }) => post(TAX, { intent: 'file-tax', id: STATE, period: '2027-05' }),
  ],
  'accounts.changed': [
    'Names of accounts changed',
    ({ post }) =>
      post('/admin/money/bookkeeping', {
        ...{ intent: 'accounts', ...ACCOUNTS, bank: 'Checking' },
        version: versionOf(ACCOUNTS),
      }),
  ],
  'payout.settled': [
    'Settled: A payout of $20.00 failed',
    async ({ services, post }) => {
      const failed = {
        status: 'failed',
        currency: 'usd',
        amount: 2000,
        arrivesOn: '2027-06-01',
        lines: 'listed',
      } as const
      await services.db.insert(payouts).values({ ...failed, id: 'po_1', createdAt: NOON })
      await post('/admin/money/payouts', {
        ...{ intent: 'settle-payout', id: 'po_1', problem: 'failed', note: 'New bank account' },
      })
    },
  ],
} satisfies Record<string, Case>
