import type { ReactNode } from 'react'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { MailHtml } from '#app/platform/mail/mail-html.tsx'
import { Action, MailLink, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
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
    subject: `Please confirm: emails from ${site.brand}`,
    replyTo: site.email,
    preheader: 'One click, and you’re on the list.',
    heading: 'Want our emails?',
    lead: 'Someone signed up for our emails with this address. We hope it was you.',
    body: (
      <>
        <Action href={linkOf(recipient, 'confirm')}>Confirm my email</Action>
        <Paragraph>The link works for {CONFIRM_WITHIN_DAYS} days.</Paragraph>
      </>
    ),
    footer: 'If it wasn’t you, do nothing. You won’t get any emails unless you confirm.',
  })
}

type Newsletter = {
  template: string
  subject: string
  preheader?: string
  heading?: string
  lead?: string
  body: ReactNode
}

/** A mail to a subscriber, with the headers of one-click unsubscribe (RFC 8058). */
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
        You’re getting this because you signed up for our emails and confirmed.{' '}
        <MailLink href={link}>Unsubscribe</MailLink>
      </>
    ),
  })
}

/**
 * Tells subscribers that they are on the list and how to leave it. It is sent after confirming, and when they sign up
 * again.
 */
export const onTheList: Newsletter = {
  template: 'newsletter-welcome',
  subject: 'You’re on the list',
  preheader: 'And here’s how to leave it.',
  heading: 'You’re on the list',
  body: (
    <Paragraph>
      Our next email comes to this address. If they get to be too much, unsubscribe anytime with the link below.
    </Paragraph>
  ),
}

export const NEWSLETTER_ISSUE = 'newsletter-issue'

/** An issue of the newsletter. Its text is safe HTML. */
export function issueMail(recipient: To, { subject, html }: { subject: string; html: string }): Mail {
  const body = <MailHtml html={html} />
  return newsletterMail(recipient, { template: NEWSLETTER_ISSUE, subject, heading: subject, body })
}
