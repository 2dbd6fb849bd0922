import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'

/** To an owner: the statement of a month. `url` opens the owner's page. */
export function statementSentMail(data: {
  site: MailSite
  to: string
  name: string
  month: string
  /** In cents; below zero, the owner owes it. */
  payout: Cents
  url: string
  /** One that was sent before was withdrawn. */
  isAgain: boolean
}): Mail {
  const { site, to, name, month, payout, url, isAgain } = data
  const words =
    payout < 0
      ? `You owe us ${formatMoney(-payout)} for ${month}.`
      : `Your payout for ${month} is ${formatMoney(payout)}.`
  return mailOf({
    site,
    to,
    template: 'owner-statement',
    subject: `Your statement for ${month}`,
    replyTo: site.email,
    preheader: words,
    heading: `Your statement for ${month}`,
    greeting: greeting(name),
    lead: words,
    body: (
      <>
        {isAgain && <Paragraph>It takes the place of the statement for {month} that we took back.</Paragraph>}
        <Paragraph>The statement has each stay, what it cost, and the stays to come.</Paragraph>
        <Action href={url}>Read the statement</Action>
        <Paragraph>This link is yours alone, and needs no password. Please don’t pass it on.</Paragraph>
      </>
    ),
    payload: { month },
  })
}
