import { randomUUID } from 'node:crypto'
import { ACCOUNTS } from '#app/features/bookkeeping/bookkeeping.ts'
import { getOwnerValue } from '#app/features/owners/owner-value.server.ts'
import { ownerCosts, ownerStatements, owners } from '#app/features/owners/owners.tables.server.ts'
import { payouts } from '#app/features/payouts/payouts.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { NOON } from '../factories.ts'
import type { Case, World } from './change-world.ts'

const TAX = '/admin/money/lodging-tax'
const STATE = 'State sales tax'
const DEFAULTS = { countedBy: 'check-out', period: 'month', dueDay: 20 }

const OWNERS = '/admin/money/owners'
const ANN = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: '', email: 'ann@example.com' }

const addOwner = ({ post, property }: World) =>
  post(OWNERS, { intent: 'add-owner', name: 'Ann Owner', ...ANN, properties: property, key: randomUUID() })
/** Posts to the page of a new owner. */
const onOwner =
  (fields: (ids: { owner: string; property: string }) => Record<string, string>) => async (world: World) => {
    await addOwner(world)
    const owner = await world.idOf(owners)
    await world.post(`${OWNERS}/${owner}`, fields({ owner, property: world.property }))
  }
const send = onOwner(({ owner }) => ({ intent: 'send-statement', id: owner, month: '2027-05', payout: '$0.00' }))
const addCost = onOwner(({ property }) => {
  const cost = { spentOn: '2027-06-01', description: 'A new pump', amount: '240', receipt: '' }
  return { intent: 'add-cost', property, ...cost, key: randomUUID() }
})

/** How each change of the reports is made on its page, and its words in History. */
export const MONEY_CASES = {
  'tax-jurisdiction.changed': [
    'How an authority wants its tax changed',
    ({ post }) =>
      post(TAX, {
        intent: 'jurisdiction',
        id: STATE,
        countedBy: 'night',
        period: 'quarter',
        dueDay: '20',
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
    ({ post }) => post(TAX, { intent: 'file-tax', id: STATE, period: '2027-05', due: '$0.00' }),
  ],
  'accounts.changed': [
    'Names of accounts changed',
    ({ post }) =>
      post('/admin/money/bookkeeping', {
        intent: 'accounts',
        ...ACCOUNTS,
        bank: 'Checking',
        version: versionOf(ACCOUNTS),
      }),
  ],
  'owner.added': ['Owner Ann Owner added', addOwner],
  'owner.changed': [
    'Owner Ann Bell changed',
    async (world) => {
      await addOwner(world)
      const [owner] = await world.services.db.select().from(owners)
      if (!owner) throw new Error('no owner')
      const version = versionOf(await getOwnerValue(world.services.db, owner))
      const changed = {
        intent: 'change-owner',
        id: owner.id,
        name: 'Ann Bell',
        ...ANN,
        properties: world.property,
        version,
      }
      await world.post(`${OWNERS}/${owner.id}`, changed)
    },
  ],
  'owner.link-renewed': [
    'Link of the owner Ann Owner replaced',
    onOwner(({ owner }) => ({ intent: 'renew-owner-link', id: owner })),
  ],
  'owner-property.cleaner-pay-changed': [
    'Pay for a turnover changed',
    onOwner(({ property }) => {
      const version = versionOf({ cleanerPay: 0 })
      return { intent: 'cleaner-pay', id: property, cleanerPay: '140', version }
    }),
  ],
  'owner-cost.added': ['Cost of $240.00 added: A new pump', addCost],
  'owner-cost.removed': [
    'Cost of $240.00 removed: A new pump',
    async (world) => {
      await addCost(world)
      const page = `${OWNERS}/${await world.idOf(owners)}`
      await world.post(page, { intent: 'remove-cost', id: await world.idOf(ownerCosts) })
    },
  ],
  'owner-statement.sent': ['Statement of Ann Owner sent: May 2027', send],
  'owner-statement.paid': [
    'Payout made to Ann Owner: May 2027',
    async (world) => {
      await send(world)
      const page = `${OWNERS}/${await world.idOf(owners)}`
      await world.post(page, { intent: 'pay-statement', id: await world.idOf(ownerStatements), paidOn: '2027-06-01' })
    },
  ],
  'payout.resolved': [
    'Resolved: A payout of $20.00 failed',
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
        intent: 'resolve-payout',
        id: 'po_1',
        problem: 'failed',
        note: 'New bank account',
      })
    },
  ],
} satisfies Record<string, Case>
