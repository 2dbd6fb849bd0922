import type { ReactNode } from 'react'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { CONFIRM_WITHIN_DAYS, type LinkStep } from './newsletter.ts'

type To = { site: MailSite; siteUrl: string; to: string; token: string }

const linkOf = ({ siteUrl, token }: To, step: LinkStep) => `${siteUrl}/newsletter/${step}/${token}`

/** Asks the owner of the address to confirm. It contains nothing else, because anyone can enter any address. */
export function confirmSubscriptionMail(recipient: To): Mail {
  const { site, to } = recipient
  return mailOf({
    site,
    to,
    template: 'newsletter-confirm',
    unverified: true,
    subject: `Please confirm: letters from ${site.brand}`,
    replyTo: site.email,
    preheader: 'One button, then you are on the list.',
    heading: 'Shall we write to you?',
    body: (
      <>
        <Paragraph>Somebody asked for our letters at this address. We hope it was you.</Paragraph>
        <Action href={linkOf(recipient, 'confirm')}>Confirm on the site</Action>
        <Paragraph>The link works for {CONFIRM_WITHIN_DAYS} days.</Paragraph>
      </>
    ),
    footer: 'If it was not you, do nothing: unless the button is pressed, no letter comes.',
  })
}

type Newsletter = { template: string; subject: string; preheader?: string; heading?: string; body: ReactNode }

/** A newsletter to a subscriber, with the headers of one-click unsubscribe (RFC 8058). */
export function newsletterMail(recipient: To, newsletter: Newsletter): Mail {
  const { site, to } = recipient
  const link = linkOf(recipient, 'unsubscribe')
  return mailOf({
    ...newsletter,
    site,
    to,
    replyTo: site.email,
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    footer: (
      <>
        You are getting this because you confirmed that you want our letters. <a href={link}>Unsubscribe</a>
      </>
    ),
  })
}

/** Tells subscribers that they are on the list and how to leave it: after confirming, and when they sign up again. */
export const onTheList: Newsletter = {
  template: 'newsletter-welcome',
  subject: 'You are on the list',
  preheader: 'And how to leave it.',
  heading: 'You are on the list',
  body: (
    <Paragraph>
      Our next letter comes to this address. If they get too much, the link below ends them at once.
    </Paragraph>
  ),
}
