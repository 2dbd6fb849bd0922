import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'

/** To an owner: the statement of a month. `url` opens the owner's page. */
export function statementSentMail(data: {
  site: MailSite
  to: string
  name: string
  month: string
  payout: string
  url: string
}): Mail {
  const { site, to, name, month, payout, url } = data
  return mailOf({
    site,
    to,
    template: 'owner-statement',
    subject: `Your statement for ${month}`,
    replyTo: site.email,
    preheader: `Payout: ${payout}`,
    heading: `Your statement for ${month}`,
    greeting: greeting(name),
    lead: `Your payout for ${month} is ${payout}.`,
    body: (
      <>
        <Paragraph>The statement has each stay, what it cost, and the stays to come.</Paragraph>
        <Action href={url}>Read the statement</Action>
        <Paragraph>This link is yours alone, and needs no password. Please don’t pass it on.</Paragraph>
      </>
    ),
    payload: { month },
  })
}
