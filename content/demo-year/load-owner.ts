import { inArray } from 'drizzle-orm'
import { ownerCosts, ownerProperties, ownerStatements, owners } from '#app/features/owners/owners.tables.server.ts'
import { draftStatement, getOwned, listStatements, type OwnerRow } from '#app/features/owners/statements.server.ts'
import { lastPeriods, type Period, periodWords } from '#app/features/reports/periods.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { lakeKeowee } from '#content/properties/lake-keowee.ts'
import { spaciousCondo } from '#content/properties/spacious-condo.ts'
import type { Chance } from './chance.ts'
import { type Around, OPERATOR } from './operator.ts'
import { sampleGuest } from './sample-guests.ts'
import { type AuditRow, changeOf } from './stay-history.ts'
import { noonOf } from './stay-money.ts'

const PROPERTIES = [spaciousCondo, lakeKeowee].map(({ property }) => property.id)

/** Most are in a statement; the last ones are in none yet. */
const COSTS = [
  { daysAgo: 96, home: 0, description: 'Sample cost: a new lock', amount: 184_00 },
  { daysAgo: 61, home: 1, description: 'Sample cost: dock boards', amount: 412_50 },
  { daysAgo: 34, home: 0, description: 'Sample cost: two lamps', amount: 96_00 },
  { daysAgo: 9, home: 1, description: 'Sample cost: a kayak paddle', amount: 58_75 },
]

const TERMS = {
  commissionPercent: '20',
  commissionOn: 'rent',
  commissionPerStay: 0,
  receivesCleaningFee: true,
  receivesOtherFees: true,
  paidStaysOnly: false,
} as const

/**
 * An owner of two homes, whose last three statements but one were sent and paid. Returns what History has of it.
 */
export async function loadOwner(tx: Tx, chance: Chance, around: Around): Promise<AuditRow[]> {
  const { name, email } = sampleGuest('Pat', 'O')
  const ownerId = chance.uuid()
  const [owner] = await tx
    .insert(owners)
    .values({ id: ownerId, name, email, ...TERMS })
    .returning()
  if (!owner) throw new Error('the owner was not stored')
  await tx.insert(ownerProperties).values(PROPERTIES.map((propertyId) => ({ propertyId, ownerId, cleanerPay: 140_00 })))
  const costs = COSTS.map(({ daysAgo, home, ...cost }) => ({
    ...cost,
    id: chance.uuid(),
    ownerId,
    propertyId: PROPERTIES[home] ?? '',
    receipt: null,
    statementId: null,
    spentOn: addDays(around.today, -daysAgo),
  }))
  await tx.insert(ownerCosts).values(costs)
  const value = { name, email, ...TERMS, properties: PROPERTIES.toSorted() }
  const months = lastPeriods(around.today, 'month', 5).slice(2).toReversed()
  const addedOn = addDays(months[0]?.from ?? around.today, 1)
  const added = { subjectId: ownerId, propertyIds: value.properties, before: null, after: value }
  return [
    changeOf('owner.added', { ...added, happenedAt: noonOf(addedOn) }),
    ...costs.map((cost) => {
      const after = { subjectId: cost.id, propertyIds: [cost.propertyId], before: null, after: cost }
      return changeOf('owner-cost.added', { ...after, happenedAt: noonOf(cost.spentOn) })
    }),
    ...(await sendStatements(tx, chance, { owner, months })),
  ]
}

/** Each on the fourth of the month after, and paid a day later. */
async function sendStatements(tx: Tx, chance: Chance, { owner, months }: { owner: OwnerRow; months: Period[] }) {
  const history: AuditRow[] = []
  for (const month of months) {
    const id = chance.uuid()
    const sentOn = addDays(month.to, 3)
    const paidOn = addDays(sentOn, 1)
    const sentAt = noonOf(sentOn)
    const sent = await listStatements(tx, owner.id)
    const figures = await draftStatement(tx, { owner, ...(await getOwned(tx, owner.id)), month, sent, now: sentAt })
    const statement = { id, ownerId: owner.id, month: month.from, figures, sentAt, operatorName: OPERATOR, paidOn }
    await tx.insert(ownerStatements).values(statement)
    const stated = figures.costs.map((cost) => cost.id)
    if (stated.length > 0) await tx.update(ownerCosts).set({ statementId: id }).where(inArray(ownerCosts.id, stated))
    const of = { owner: owner.name, month: periodWords(month) }
    const payout = formatMoney(figures.sums.payout)
    const propertyIds = figures.properties.map((property) => property.id)
    history.push(
      changeOf('owner-statement.sent', { subjectId: id, propertyIds, after: { ...of, payout }, happenedAt: sentAt }),
      changeOf('owner-statement.paid', { subjectId: id, after: { ...of, paidOn }, happenedAt: noonOf(paidOn) }),
    )
  }
  return history
}
