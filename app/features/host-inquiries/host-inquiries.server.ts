import { randomUUID } from 'node:crypto'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { FormSender, VisitorForm } from '#app/platform/http/form-action.server.ts'
import { type Received, storeMessage } from '#app/platform/http/message-form.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Refusal } from '#app/shared/refusal.ts'
import { inquiryForOperator, inquiryReceived } from './host-inquiries.mail.tsx'
import { hostInquiries } from './host-inquiries.tables.server.ts'
import { type HostInquiry, hostInquirySchema } from './host-inquiries.ts'

/** Stores a host inquiry, with the emails to owner and operator. */
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

  const form = { scope: 'host-inquiry', idempotencyKey, payload: input, noun: 'inquiry' }
  const outcome = await storeMessage(services, { id, mails, ...form }, (tx) => tx.insert(hostInquiries).values(row))
  if (outcome.ok) log.info({ event: 'host-inquiry.received', hostInquiry: outcome.id }, 'host inquiry received')
  return outcome
}

/** The form for owners, as the page and the API post it. */
export const hostInquiryForm: VisitorForm<typeof hostInquirySchema, Received, Refusal<'key-reused'>> = {
  limit: 'host-inquiry',
  honeypot: () => ({ ok: true, id: randomUUID() }),
  schema: hostInquirySchema,
  run: receiveInquiry,
}
