import type { Mail } from '#app/platform/mail/mail.server.ts'
import { type MailSite, mailOf } from '#app/platform/mail/mail-layout.tsx'

/** To the operator, who sees that email leaves the site. */
export const setUpTestMail = (site: MailSite): Mail =>
  mailOf({
    site,
    to: site.email,
    template: 'set-up-test',
    subject: `A test email from ${site.brand}`,
    preheader: 'Email leaves your site.',
    heading: 'Email leaves your site',
    body: null,
    lead: 'You asked for this email in the back office. If it landed in the spam folder, ask who runs your domain for SPF and DKIM.',
    footer: 'You’re getting this email because an operator of the site asked for a test.',
  })
