import { randomUUID } from 'node:crypto'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { FormSender, VisitorForm } from '#app/platform/http/form-action.server.ts'
import { runOnce } from '#app/platform/http/idempotency.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { inquiryForOperator, inquiryReceived } from './host-inquiries.mail.tsx'
import { hostInquiries } from './host-inquiries.tables.server.ts'
import { type HostInquiry, hostInquirySchema } from './host-inquiries.ts'

type Received = { ok: true; id: string }

/**
 * Stores a host inquiry and queues the emails to owner and operator, all or nothing. A repeat is the same inquiry: by
 * its key, or without one by equal fields within ten minutes (docs/decisions/013).
 */
async function receiveInquiry(
  services: Services,
  input: HostInquiry,
  { idempotencyKey }: FormSender,
): Promise<Received | Refusal<'key-reused'>> {
  const { clock, log } = services
  await limitVisitor(services, 'mails')
  const now = clock.now()
  const id = randomUUID()
  const details = { site: await getMailSite(services), id, inquiry: input }
  const mails = [inquiryReceived(details), inquiryForOperator(details)]
  const row = { id, ...input, bathrooms: input.bathrooms?.toFixed(1), createdAt: now }

  const form = { scope: 'host-inquiry', key: idempotencyKey, payload: input }
  const outcome = await runOnce<Received>(services, form, async (tx) => {
    const [stored] = await tx.insert(hostInquiries).values(row).returning({ id: hostInquiries.id })
    if (!stored) throw new Error('the inquiry was not stored')
    await enqueueMail(services, tx, mails)
    return { ok: true, id: stored.id }
  })
  if (!outcome.ok) {
    const message =
      'We already have an earlier version of this inquiry. Send again if you’d like us to have this one too.'
    return refuse('key-reused', message)
  }
  log.info({ event: 'host-inquiry.received', hostInquiry: outcome.id }, 'host inquiry received')
  return outcome
}

/** The form for owners, as the page and the API post it. */
export const hostInquiryForm: VisitorForm<typeof hostInquirySchema, Received, Refusal<'key-reused'>> = {
  limit: 'host-inquiry',
  honeypot: () => ({ ok: true, id: randomUUID() }),
  schema: hostInquirySchema,
  run: receiveInquiry,
}
