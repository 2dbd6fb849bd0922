import { z } from 'zod'
import { getMailSite } from '#app/features/site/site.server.ts'
import { defineChange, unnamedChange } from '#app/platform/change/define.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { setUpTestMail } from './set-up.mail.tsx'
import { STATED_STEPS } from './set-up.ts'

async function lockSite(tx: Tx) {
  const [row] = await tx.select({ id: site.id, done: site.setupDone }).from(site).for('update')
  return row ?? null
}

const steps = z.array(z.string())

const undo = undoFrom({ subject: 'text', before: steps, after: steps }, async (tx, _services, { before }) => {
  await lockSite(tx)
  await tx.update(site).set({ setupDone: before })
  return undefined
})

export const setUpChanges = {
  /** Says that a step is done, or puts the list away. */
  'set-up': defineChange({
    scope: 'site:write',
    name: 'site.set-up-marked',
    words: fromRecorded({ after: steps }, ({ after }) =>
      after.includes('all') ? 'Set up put away' : 'Step of setting up marked as done',
    ),
    facts: () => [],
    undo,
    form: z.object({ step: z.enum([...STATED_STEPS, 'all']) }),
    lock: lockSite,
    run: async (tx, { step }, { subject: { id, done } }) => {
      if (done.includes(step)) return null
      const after = [...done, step]
      await tx.update(site).set({ setupDone: after })
      return { subjectId: String(id), before: done, after }
    },
  }),
  'test-mail': unnamedChange('It sends one email to the operator himself, and stores nothing.', {
    scope: 'site:write',
    form: z.object({}),
    run: async ({ services }) => {
      const { db, config } = services
      return db.transaction(async (tx) => {
        const sender = await getMailSite({ db: tx, config })
        await enqueueMail(services, tx, setUpTestMail(sender))
        return { ok: true, message: `A test is on its way to ${sender.email}. Look into that inbox.` }
      })
    },
  }),
}
