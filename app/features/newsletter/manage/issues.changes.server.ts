import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type IssueText, issueState, MAILS_PER_MINUTE } from '#app/features/newsletter/issues.ts'
import { isReader } from '#app/features/newsletter/readers.server.ts'
import { cancelQueuedIssue, sampleMail } from '#app/features/newsletter/send-issues.server.ts'
import { addressForTests } from '#app/features/operators/email-address.server.ts'
import { markdownInput, markdownProblem } from '#app/features/site/markdown.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange, unnamedChange } from '#app/platform/change/define.server.ts'
import { inTable, recordList } from '#app/platform/change/record-list.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf, durationText, formatCount } from '#app/shared/words.ts'
import { newsletterIssues as issues, newsletterSubscriptions } from '../newsletter.tables.server.ts'

const LETTER: FactFields = { subject: { label: 'Subject', kind: 'line' }, body: { label: 'Text', kind: 'text' } }

/** The typed fields of an issue. */
export const issueForm = z.object({
  subject: boundedText(150, 'Please keep this to 150 characters').trim().min(1, 'Please enter a subject'),
  body: markdownInput,
})
const ofOne = z.object({ id: z.guid() })

const GONE = 'This newsletter is gone. Somebody else may have removed it.'
const ON_ITS_WAY = refuse('refused', 'This newsletter is on its way, so it can’t be changed anymore.')
const SENT_SINCE = refuse('refused', 'This newsletter was sent since.')

const textOf = ({ subject, body }: IssueText): IssueText => ({ subject, body })

const stored = inTable(issues, { read: textOf, made: (createdAt) => ({ createdAt }) })
const lockOne = (tx: Tx, _: Posted, { id }: { id: string }) => stored.lock(tx, id)

const drafts = recordList({
  scope: 'content:write',
  schema: z.object({ subject: z.string(), body: z.string() }),
  form: issueForm,
  facts: LETTER,
  lines: ({ subject, body }: IssueText) => [subject, ...body.split('\n').filter(Boolean)],
  store: stored,
  gone: GONE,
  changed: 'The draft was changed again since.',
  check: async (tx, { row, value, isUndo }) => {
    if (row?.startedAt) return isUndo ? SENT_SINCE : ON_ITS_WAY
    const problem = value && !isUndo ? await markdownProblem(tx, value.body) : null
    return problem ? refuse('invalid-input', '', { body: problem }) : null
  },
})

const titled = z.object({ subject: z.string() })

export const issueChanges = {
  draft: drafts.addOnce('newsletter-drafts', {
    name: 'newsletter.drafted',
    words: ({ subject }) => `Newsletter “${subject}” drafted`,
    to: (id) => `/admin/newsletter/${id}`,
  }),
  text: drafts.change({ name: 'newsletter.changed', words: ({ subject }) => `Newsletter “${subject}” changed` }),
  remove: drafts.remove({
    name: 'newsletter.removed',
    words: ({ subject }) => `Draft “${subject}” of a newsletter removed`,
    to: '/admin/newsletter',
  }),
  test: unnamedChange('It changes nothing: an operator gets an email.', {
    scope: 'content:write',
    form: ofOne,
    run: ({ services, by }, { id }) =>
      services.db.transaction(async (tx) => {
        const issue = await stored.lock(tx, id)
        if (!issue) return refuse('not-found', GONE)
        const to = await addressForTests(tx, by, await getMailSite({ db: tx, config: services.config }))
        const mail = await sampleMail({ ...services, db: tx }, issue, { to })
        await enqueueMail(services, tx, { ...mail, subject: `Test: ${mail.subject}` })
        return {
          ok: true,
          message: `A test is on its way to ${to}. Its link to unsubscribe works in the real ones only.`,
        }
      }),
  }),
  send: defineChange({
    scope: 'content:write',
    name: 'newsletter.sent',
    facts: { subject: { label: 'Subject', kind: 'line' }, readers: { label: 'Readers', kind: 'number' } },
    words: fromRecorded(
      { after: titled.extend({ readers: z.number() }) },
      ({ after }) => `Newsletter “${after.subject}” sent to ${countOf(after.readers, 'reader')}`,
    ),
    undo: 'Emails can’t be taken back. If it is still on its way, stop it on its page.',
    form: ofOne,
    lock: lockOne,
    gone: GONE,
    version: (issue) => ({ value: textOf(issue), lines: [issue.subject, issue.body], timeZone: 'UTC' }),
    run: async (tx, { id }, { subject: issue, now, isConfirmed }) => {
      if (issue.startedAt) return refuse('refused', 'This newsletter is on its way already.')
      const problem = await markdownProblem(tx, issue.body)
      if (problem) return refuse('refused', problem)
      const count = await tx.$count(newsletterSubscriptions, isReader)
      if (count === 0) return refuse('refused', 'Nobody has confirmed that they want it yet.')
      if (!isConfirmed) return { ...refuse('refused', ''), asks: [sendQuestion(issue.subject, count)] }
      const { rowCount } = await tx.execute(sql`
        insert into newsletter_deliveries (issue_id, subscription_id)
          select ${id}, id from newsletter_subscriptions where ${isReader}`)
      const readers = rowCount ?? 0
      await tx.update(issues).set({ startedAt: now, readers }).where(eq(issues.id, id))
      return { subjectId: id, after: { subject: issue.subject, readers } }
    },
  }),
  stop: defineChange({
    scope: 'content:write',
    name: 'newsletter.stopped',
    facts: { subject: { label: 'Subject', kind: 'line' }, sent: { label: 'Sent before', kind: 'number' } },
    words: fromRecorded(
      { after: titled.extend({ sent: z.number() }) },
      ({ after }) => `Newsletter “${after.subject}” stopped after ${countOf(after.sent, 'email')}`,
    ),
    undo: 'Let it go on instead, on its page.',
    form: ofOne,
    lock: lockOne,
    gone: GONE,
    run: async (tx, { id }, { subject: issue, now }) => {
      if (issueState(issue) !== 'sending') return null
      const sent = issue.sent - (await cancelQueuedIssue(tx, id))
      await tx.update(issues).set({ stoppedAt: now, sent }).where(eq(issues.id, id))
      return { subjectId: id, after: { subject: issue.subject, sent } }
    },
  }),
  'go-on': defineChange({
    scope: 'content:write',
    name: 'newsletter.continued',
    words: fromRecorded({ after: titled }, ({ after }) => `Newsletter “${after.subject}” goes on`),
    facts: { subject: { label: 'Subject', kind: 'line' } },
    undo: 'Stop it again instead, on its page.',
    form: ofOne,
    lock: lockOne,
    gone: GONE,
    run: async (tx, { id }, { subject: issue }) => {
      const going = await tx
        .update(issues)
        .set({ stoppedAt: null })
        .where(and(eq(issues.id, id), isNotNull(issues.stoppedAt), isNull(issues.finishedAt)))
        .returning({ id: issues.id })
      return going.length > 0 ? { subjectId: id, after: { subject: issue.subject } } : null
    },
  }),
}

const sendQuestion = (subject: string, readers: number) =>
  [
    `“${subject}” goes to ${countOf(readers, 'reader')}.`,
    `At ${formatCount(MAILS_PER_MINUTE)} emails a minute, that takes about ${durationText(Math.ceil(readers / MAILS_PER_MINUTE) * 60)}.`,
    'It can’t be taken back.',
  ].join(' ')
