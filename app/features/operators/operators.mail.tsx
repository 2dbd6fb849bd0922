import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, type MailSite, mailOf } from '#app/platform/mail/mail-layout.tsx'
import { ROLES, type Role } from '#app/shared/roles.ts'

type Whom = { site: MailSite; to: string }

/** An invitation to the back office, with the link that makes the account. */
export const invitationMail = ({ site, to, role, url, by }: Whom & { role: Role; url: string; by: string }): Mail =>
  mailOf({
    site,
    to,
    template: 'invitation',
    subject: `You’re invited to ${site.brand}`,
    preheader: 'Choose a name and a password. The link works for three days.',
    heading: `Welcome to ${site.brand}`,
    lead: `${by} invites you as ${ROLES[role].label.toLowerCase()}. Choose a name and a password, and you’re in. The link works once, for three days.`,
    body: <Action href={url}>Accept the invitation</Action>,
    footer: `You’re getting this email because ${by} entered your address. If you don’t know ${site.brand}, ignore it.`,
  })

/** The link that sets a new password. */
export const newPasswordMail = ({ site, to, username, url }: Whom & { username: string; url: string }): Mail =>
  mailOf({
    site,
    to,
    template: 'new-password',
    subject: `A new password for ${site.brand}`,
    preheader: 'The link works once, for 30 minutes.',
    heading: 'Choose a new password',
    lead: `Somebody asked for a new password for ${username}. The link works once, for 30 minutes. Using it signs you out everywhere.`,
    body: <Action href={url}>Choose a new password</Action>,
    footer: 'If you didn’t ask for it, ignore this email: your password stays as it is.',
  })

/** Somebody signed in from a browser that the site did not know. */
export const newDeviceMail = ({ site, to, browser, address }: Whom & { browser: string; address: string }): Mail =>
  mailOf({
    site,
    to,
    template: 'new-device',
    subject: `A new sign-in to ${site.brand}`,
    preheader: `${browser}, from ${address}`,
    heading: 'Was that you?',
    lead: `Your account was just used to sign in with a browser that we haven’t seen before: ${browser}, from the address ${address}. If that was you, there’s nothing to do. If not, change your password: that ends every other session.`,
    body: <Action href={`${site.url}/admin/account`}>See your sessions</Action>,
    footer: 'You’re getting this email because it’s the address of your account.',
  })
