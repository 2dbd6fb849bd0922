import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { periodFromQuery, periodOf, periodQuery, periodWords } from '#app/features/reports/periods.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { dateField } from '#app/platform/change/fields.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { dateInZone, formatDate } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { formatMoney } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { statementSentMail } from './owners.mail.tsx'
import { ownerCosts, ownerStatements, owners } from './owners.tables.server.ts'
import type { StatementFigures } from './statement.ts'
import {
  draftStatement,
  getOwned,
  listOwnedProperties,
  listStatements,
  lockOpenCosts,
  lockOwner,
  lockProperties,
  nextMonth,
  OWNER_GONE,
} from './statements.server.ts'

type Sent = { owner: string; month: string; payout: string }
const NOT_YET = 'Please choose today or a day before'
const ofMonth = z.object({ owner: z.string(), month: z.string() })

async function lockStatement(tx: Tx, id: string) {
  const [row] = isUuid(id)
    ? await tx.select().from(ownerStatements).where(eq(ownerStatements.id, id)).for('update')
    : []
  return row ?? null
}

const undoSending = undoFrom({}, async (tx, _services, { subjectId: id }) => {
  await lockProperties(tx)
  const [sent] = await tx.select().from(ownerStatements).where(eq(ownerStatements.id, id))
  // Before the statement, like whoever sends the next one.
  if (sent) await lockOwner(tx, sent.ownerId)
  const statement = await lockStatement(tx, id)
  if (!statement) return refuse('refused', 'It is a draft by now.')
  if (statement.paidOn) return refuse('refused', 'Its payout was made. What changes is part of the next statement.')
  const later = and(eq(ownerStatements.ownerId, statement.ownerId), gt(ownerStatements.month, statement.month))
  if ((await tx.$count(ownerStatements, later)) > 0) return refuse('refused', 'A later statement was sent since.')
  // Its month would be in no statement of theirs.
  const owned = (await listOwnedProperties(tx, statement.ownerId)).map((property) => property.id)
  const lost = (statement.figures as StatementFigures).properties.find((property) => !owned.includes(property.id))
  if (lost) return refuse('refused', `${lost.name} is another owner’s by now, or nobody’s.`)
  await tx.delete(ownerStatements).where(eq(ownerStatements.id, id))
  // Only the last one can be undone, so that this month is the first of them.
  const withdrawnMonths = sql`array_prepend(${statement.month}::text, ${owners.withdrawnMonths})`
  await tx.update(owners).set({ withdrawnMonths }).where(eq(owners.id, statement.ownerId))
  return undefined
})

const undoPayout = undoFrom({}, async (tx, _services, { subjectId: id }) => {
  const paid = await tx.update(ownerStatements).set({ paidOn: null }).where(eq(ownerStatements.id, id)).returning()
  return paid.length > 0 ? undefined : refuse('refused', 'This statement is gone.')
})

export const statementChanges = {
  /** Sends the statement of a month. Its figures stay; later changes are part of the next one. */
  'send-statement': defineChange({
    scope: 'money:write',
    gone: OWNER_GONE,
    name: 'owner-statement.sent',
    words: fromRecorded({ after: ofMonth }, ({ after }) => `Statement of ${after.owner} sent: ${after.month}`),
    facts: {
      owner: { label: 'Owner', kind: 'line' },
      month: { label: 'Month', kind: 'line' },
      payout: { label: 'Payout', kind: 'line' },
    },
    undo: undoSending,
    form: z.object({ id: z.guid(), month: boundedText(10), payout: boundedText(20) }),
    prepare: async ({ services }) => ({ timeZone: await getOperatorTimeZone(services) }),
    lock: (tx, _, { id }) => lockOwner(tx, id),
    run: async (tx, typed, { by, services, now, subject: owner, prepared: { timeZone } }) => {
      const month = periodFromQuery(typed.month, 'month')
      if (!month) return refuse('invalid-input', 'There is no such month.')
      const words = periodWords(month)
      if (dateInZone(now, timeZone) < month.to) return refuse('refused', `${words} is not over yet.`)
      const sent = await listStatements(tx, owner.id)
      if (sent.some((one) => one.month === month.from)) return null
      const next = nextMonth(owner, sent)
      const isAgain = owner.withdrawnMonths.includes(month.from)
      if (next && month.from > next) {
        return refuse('refused', `The statement of ${periodWords(periodOf(next, 'month'))} comes first.`)
      }
      if (next && month.from < next) return refuse('refused', `A later statement was sent already.`)
      await lockOpenCosts(tx, owner.id)
      const figures = await draftStatement(tx, { owner, ...(await getOwned(tx, owner.id)), month, sent, now })
      const payout = formatMoney(figures.sums.payout)
      if (payout !== typed.payout)
        return refuse('refused', `The payout is ${payout} by now. Look at the statement again.`)
      const values = { ownerId: owner.id, month: month.from, figures, sentAt: now, operatorName: by.name }
      const [stored] = await tx.insert(ownerStatements).values(values).returning({ id: ownerStatements.id })
      if (!stored) throw new Error('the statement was not stored')
      const stated = figures.costs.map(({ id }) => id)
      await tx.update(ownerCosts).set({ statementId: stored.id }).where(inArray(ownerCosts.id, stated))
      if (isAgain) {
        const withdrawnMonths = sql`array_remove(${owners.withdrawnMonths}, ${month.from})`
        await tx.update(owners).set({ withdrawnMonths }).where(eq(owners.id, owner.id))
      }
      if (owner.email) {
        const site = await getMailSite({ ...services, db: tx })
        const url = `${services.config.siteUrl}/owner/${owner.token}?month=${periodQuery(month)}`
        await enqueueMail(
          services,
          tx,
          statementSentMail({
            site,
            to: owner.email,
            name: owner.name,
            month: words,
            payout: figures.sums.payout,
            url,
            isAgain,
          }),
        )
      }
      const after: Sent = { owner: owner.name, month: words, payout }
      return { subjectId: stored.id, propertyIds: figures.properties.map((property) => property.id), after }
    },
  }),
  /** Its payout was made. From then on the statement is locked. */
  'pay-statement': defineChange({
    scope: 'money:write',
    name: 'owner-statement.paid',
    facts: {
      owner: { label: 'Owner', kind: 'line' },
      month: { label: 'Month', kind: 'line' },
      paidOn: { label: 'Paid on', kind: 'date' },
    },
    undo: undoPayout,
    gone: 'This statement is gone.',
    words: fromRecorded({ after: ofMonth }, ({ after }) => `Payout made to ${after.owner}: ${after.month}`),
    form: z.object({ id: z.guid(), paidOn: dateField }),
    prepare: async ({ services }) => ({ timeZone: await getOperatorTimeZone(services) }),
    lock: (tx, _, { id }) => lockStatement(tx, id),
    run: async (tx, { id, paidOn }, { subject, now, prepared: { timeZone } }) => {
      if (subject.paidOn === paidOn) return null
      if (subject.paidOn)
        return refuse('refused', `Its payout was recorded already, on ${formatDate(subject.paidOn, 'long')}.`)
      if (paidOn > dateInZone(now, timeZone)) return refuse('invalid-input', '', { paidOn: NOT_YET })
      const month = periodWords(periodOf(subject.month, 'month'))
      if (paidOn < subject.month)
        return refuse('invalid-input', '', { paidOn: `Please choose a day of ${month} or later` })
      await tx.update(ownerStatements).set({ paidOn }).where(eq(ownerStatements.id, id))
      const [owner] = await tx.select({ name: owners.name }).from(owners).where(eq(owners.id, subject.ownerId))
      return {
        subjectId: id,
        after: { owner: owner?.name ?? '', month, paidOn },
      }
    },
  }),
}
