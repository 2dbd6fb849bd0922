import { and, eq } from 'drizzle-orm'
import { z } from 'zod/mini'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import { runForm, type VisitorForm } from '#app/platform/http/form-action.server.ts'
import { cancelQueuedMail, enqueueMail } from '#app/platform/mail/mail.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { emailInput } from '#app/shared/input/typed-input.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { newsletterMail, onTheList } from './newsletter.mail.tsx'
import { newsletterLinks, newsletterSubscriptions as subscriptions } from './newsletter.tables.server.ts'
import { LINK_ENDED, type LinkStep, linkSteps } from './newsletter.ts'
import { createLinks, isValidLink } from './newsletter-links.server.ts'
import { subscribe } from './subscribe.server.ts'

const signUpSchema = z.object({ email: emailInput() })
const stepSchema = z.enum(linkSteps)
const linkSchema = z.object({ token: z.string().check(z.maxLength(200)) })

/** Runs `subscribe` in its own transaction. */
export async function signUp(services: Services, { email }: { email: string }): Promise<void> {
  await limitVisitor(services, 'mails')
  await retryTransaction(() =>
    services.db.transaction((tx) => subscribe(services, tx, { email, source: 'footer' }), {
      isolationLevel: 'read committed',
    }),
  )
}

/** Whether a link is still valid. Reading changes nothing, because mail scanners open every link. */
export async function hasValidLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { token, step }: { token: string; step: LinkStep },
): Promise<boolean> {
  const [link] = await db
    .select({ purpose: newsletterLinks.purpose })
    .from(newsletterLinks)
    .where(isValidLink({ token, purpose: step, now: clock.now() }))
  return link !== undefined
}

/** The subscription of a link; both are locked until the transaction ends. */
async function lockSubscription(tx: Tx, link: Parameters<typeof isValidLink>[0]) {
  const [row] = await tx
    .select({ id: subscriptions.id, email: subscriptions.email, isActive: subscriptions.isActive })
    .from(newsletterLinks)
    .innerJoin(subscriptions, eq(subscriptions.id, newsletterLinks.subscriptionId))
    .where(isValidLink(link))
    .for('update')
  return row ?? null
}

/** Activates a subscription and sends one welcome email. Repeating it changes nothing. */
export async function confirmSubscription(services: Services, { token }: { token: string }) {
  const now = services.clock.now()
  return retryTransaction(() =>
    services.db.transaction(
      async (tx) => {
        const row = await lockSubscription(tx, { token, purpose: 'confirm', now })
        if (!row) return refuse('link-ended', LINK_ENDED.confirm)
        if (row.isActive) return { ok: true } as const
        await tx
          .update(subscriptions)
          .set({ isActive: true, confirmedAt: now, unsubscribedAt: null, mailedAt: null })
          .where(eq(subscriptions.id, row.id))
        const site = await getMailSite({ db: tx, config: services.config })
        const [unsubscribeToken = ''] = await createLinks(tx, [{ subscriptionId: row.id, purpose: 'unsubscribe', now }])
        const recipient = { site, siteUrl: services.config.siteUrl, to: row.email, token: unsubscribeToken }
        await enqueueMail(services, tx, newsletterMail(recipient, onTheList))
        return { ok: true } as const
      },
      { isolationLevel: 'read committed' },
    ),
  )
}

/** Ends a subscription until its owner confirms again; older links no longer confirm it. */
export async function unsubscribe(services: Pick<Services, 'db' | 'clock'>, { token }: { token: string }) {
  const now = services.clock.now()
  return retryTransaction(() =>
    services.db.transaction(
      async (tx) => {
        const row = await lockSubscription(tx, { token, purpose: 'unsubscribe', now })
        if (!row) return refuse('link-ended', LINK_ENDED.unsubscribe)
        const ofThis = eq(newsletterLinks.subscriptionId, row.id)
        await tx.delete(newsletterLinks).where(and(ofThis, eq(newsletterLinks.purpose, 'confirm')))
        if (row.isActive) {
          await tx
            .update(subscriptions)
            .set({ isActive: false, unsubscribedAt: now, mailedAt: null })
            .where(eq(subscriptions.id, row.id))
          await cancelQueuedMail(tx, { payload: { subscription: row.id } }, { evenClaimed: true })
        }
        return { ok: true } as const
      },
      { isolationLevel: 'read committed' },
    ),
  )
}

/** The result of a form; `done` names the message that the page then shows. */
type Done = { ok: true; done: 'sent' | 'confirmed' | 'unsubscribed' }

const signUpForm: VisitorForm<typeof signUpSchema, Done, never> = {
  limit: 'newsletter',
  honeypot: () => ({ ok: true, done: 'sent' }),
  schema: signUpSchema,
  async run(services, input) {
    await signUp(services, input)
    return { ok: true, done: 'sent' }
  },
}

const linkForm = (step: LinkStep): VisitorForm<typeof linkSchema, Done, Refusal<'link-ended'>> => ({
  limit: null,
  honeypot: null,
  schema: linkSchema,
  async run(services, input) {
    const outcome = await (step === 'confirm' ? confirmSubscription : unsubscribe)(services, input)
    return outcome.ok ? { ok: true, done: step === 'confirm' ? 'confirmed' : 'unsubscribed' } : outcome
  },
})

/** The forms of the newsletter pages: to sign up, or to use a link. */
export function submitNewsletterForm(sent: { services: Services; form: FormData; address: string }) {
  const { data: step } = stepSchema.safeParse(sent.form.get('step'))
  return step ? runForm(linkForm(step), sent) : runForm(signUpForm, sent)
}
