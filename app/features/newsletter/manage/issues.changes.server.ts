import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type IssueText, issueState, MAILS_PER_MINUTE } from '#app/features/newsletter/issues.ts'
import { isReader } from '#app/features/newsletter/readers.server.ts'
import { sampleMail, takeBackIssue } from '#app/features/newsletter/send-issues.server.ts'
import { addressForTests } from '#app/features/operators/email-address.server.ts'
import { markdownProblem } from '#app/features/site/markdown.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Undo, Values } from '#app/platform/change/audit.server.ts'
import { type Posted, refuse } from '#app/platform/change/change.server.ts'
import { defineChange, unnamedChange } from '#app/platform/change/define.server.ts'
import { editChange } from '#app/platform/change/edit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { newsletterIssues as issues, newsletterSubscriptions } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { countOf, durationText, formatCount } from '#app/shared/words.ts'

const LETTER: FactFields = { subject: { label: 'Subject', kind: 'line' }, body: { label: 'Text', kind: 'text' } }

const text = {
  subject: boundedText(150, 'Please keep this to 150 characters').trim().min(1, 'Please enter a subject'),
  body: boundedText(50_000, 'Please keep this to 50,000 characters').trim().min(1, 'Please enter a text'),
}
/** What is typed about an issue. */
export const issueForm = z.object(text)
const ofOne = z.object({ id: z.guid() })

const GONE = 'This newsletter is gone. Somebody else may have removed it.'
const ON_ITS_WAY = refuse(409, 'This newsletter is on its way, so it can’t be changed anymore.')

const wordsOf = ({ subject, body }: IssueText): IssueText => ({ subject, body: body.replaceAll('\r\n', '\n') })

async function lockIssue(tx: Tx, id: string) {
  const [row] = await tx.select().from(issues).where(eq(issues.id, id)).for('update')
  return row ?? null
}

const lockOne = (tx: Tx, _: Posted, { id }: { id: string }) => lockIssue(tx, id)

/** Takes the writing, changing, or removing of a draft back, where it is still as it was left. */
const undo: Undo = async (tx, _services, { subjectId: id, before, after }) => {
  const row = await lockIssue(tx, id)
  if (row?.startedAt) return { ok: false, message: 'This newsletter was sent since.' }
  if (canonical(row && wordsOf(row)) !== canonical(after ?? null)) {
    return { ok: false, message: 'The draft was changed again since.' }
  }
  const earlier = before as IssueText | null
  if (!earlier) await tx.delete(issues).where(eq(issues.id, id))
  else if (row) await tx.update(issues).set(earlier).where(eq(issues.id, id))
  else await tx.insert(issues).values({ id, ...earlier })
}

const subjectIn = ({ before, after }: Values) => ((after ?? before) as { subject: string }).subject

/** What the pages of the newsletter change. */
export const issueChanges = {
  draft: defineChange({
    scope: 'content:write',
    name: 'newsletter.drafted',
    words: (values) => `Newsletter “${subjectIn(values)}” drafted`,
    facts: LETTER,
    undo,
    once: 'newsletter-drafts',
    form: issueForm.extend({ key: z.guid() }),
    run: async (tx, typed, { now }) => {
      const problem = await markdownProblem(tx, typed.body)
      if (problem) return refuse(400, '', { body: problem })
      const after = wordsOf(typed)
      const [made] = await tx
        .insert(issues)
        .values({ ...after, createdAt: now })
        .returning({ id: issues.id })
      const id = made?.id ?? ''
      return { subjectId: id, before: null, after, answer: { to: `/admin/newsletter/${id}` } }
    },
  }),
  text: editChange({
    scope: 'content:write',
    name: 'newsletter.changed',
    words: (values) => `Newsletter “${subjectIn(values)}” changed`,
    facts: LETTER,
    undo,
    form: z.object({ ...ofOne.shape, ...text }),
    gone: GONE,
    lock: async (tx, _, { id, body }) => {
      const issue = await lockIssue(tx, id)
      return issue && { issue, problem: await markdownProblem(tx, body) }
    },
    value: ({ issue }) => wordsOf(issue),
    edit: (typed, _, { subject: { issue, problem } }) => {
      if (issue.startedAt) return ON_ITS_WAY
      return problem ? refuse(400, '', { body: problem }) : wordsOf(typed)
    },
    lines: ({ subject, body }) => [subject, ...body.split('\n').filter(Boolean)],
    store: async (tx, { issue }, words) => {
      await tx.update(issues).set(words).where(eq(issues.id, issue.id))
    },
    about: ({ issue }) => ({ subjectId: issue.id, timeZone: 'UTC' }),
  }),
  remove: defineChange({
    scope: 'content:write',
    name: 'newsletter.removed',
    words: (values) => `Draft “${subjectIn(values)}” of a newsletter removed`,
    facts: LETTER,
    undo,
    form: ofOne,
    lock: lockOne,
    gone: GONE,
    run: async (tx, { id }, { subject: issue }) => {
      if (issue.startedAt) return ON_ITS_WAY
      await tx.delete(issues).where(eq(issues.id, id))
      return { subjectId: id, before: wordsOf(issue), after: null, answer: { to: '/admin/newsletter' } }
    },
  }),
  test: unnamedChange('It changes nothing: an operator gets an email.', {
    scope: 'content:write',
    form: ofOne,
    run: ({ services, by }, { id }) =>
      services.db.transaction(async (tx) => {
        const issue = await lockIssue(tx, id)
        if (!issue) return refuse(404, GONE)
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
    words: (values) =>
      `Newsletter “${subjectIn(values)}” sent to ${countOf((values.after as { readers: number }).readers, 'reader')}`,
    undo: 'Emails can’t be taken back. If it is still on its way, stop it on its page.',
    form: ofOne,
    lock: lockOne,
    gone: GONE,
    version: (issue) => ({ value: wordsOf(issue), lines: [issue.subject, issue.body], timeZone: 'UTC' }),
    run: async (tx, { id }, { subject: issue, now, isConfirmed }) => {
      if (issue.startedAt) return refuse(409, 'This newsletter is on its way already.')
      const problem = await markdownProblem(tx, issue.body)
      if (problem) return refuse(409, problem)
      const count = await tx.$count(newsletterSubscriptions, isReader)
      if (count === 0) return refuse(409, 'Nobody has confirmed that they want it yet.')
      if (!isConfirmed) return { ...refuse(409, ''), asks: [sendQuestion(issue.subject, count)] }
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
    words: ({ after }) => {
      const { subject, sent } = after as { subject: string; sent: number }
      return `Newsletter “${subject}” stopped after ${countOf(sent, 'email')}`
    },
    undo: 'Let it go on instead, on its page.',
    form: ofOne,
    lock: lockOne,
    gone: GONE,
    run: async (tx, { id }, { subject: issue, now }) => {
      if (issueState(issue) !== 'sending') return null
      const sent = issue.sent - (await takeBackIssue(tx, id))
      await tx.update(issues).set({ stoppedAt: now, sent }).where(eq(issues.id, id))
      return { subjectId: id, after: { subject: issue.subject, sent } }
    },
  }),
  'go-on': defineChange({
    scope: 'content:write',
    name: 'newsletter.continued',
    words: (values) => `Newsletter “${subjectIn(values)}” goes on`,
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
