import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { answerMail } from './answer.mail.tsx'
import { conversations, mailMessages } from './inbox.tables.server.ts'
import { replyAddressOf } from './reply-address.ts'

const MESSAGE_ID = /^<[^<>\s]+>$/

type Written = {
  /** The id of the offer that it carries, whose nights are on hold (`listHeldOffers`). */
  id?: string | undefined
  person: { id: string; email: string }
  subject: string
  text: string
  /** The Message-ID of the email whose thread it belongs to. */
  answers: string | null
}

/** Sends an operator's text to a person, and stores it in their conversation. */
export async function sendAnswer(
  tx: Tx,
  { services, by, now }: Pick<Posted, 'services' | 'by'> & { now: Date },
  { id = randomUUID(), person, subject, text, answers }: Written,
): Promise<void> {
  const site = await getMailSite({ db: tx, config: services.config })
  const replyAddress = services.config.mailbox?.replyAddress
  const body = text.replaceAll('\r\n', '\n')
  const mail = answerMail({
    site,
    id,
    subject,
    to: person.email,
    text: body,
    replyTo: replyAddress ? replyAddressOf(replyAddress, person.id) : site.email,
    answers: answers && MESSAGE_ID.test(answers) ? answers : null,
  })
  await enqueueMail(services, tx, mail)
  await tx.insert(mailMessages).values({
    id,
    conversationId: person.id,
    isIncoming: false,
    writtenBy: by.name,
    createdAt: now,
    subject,
    body,
  })
  await tx.update(conversations).set({ lastAt: now }).where(eq(conversations.id, person.id))
}
