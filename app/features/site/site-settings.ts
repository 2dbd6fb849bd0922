import { OR_NULL, type RecordFields } from '#app/shared/record-fields.ts'

/** The operator's settings of the whole site. */
export type SiteSettings = {
  brand: string
  email: string
  postalAddress: string | null
  socialName: string | null
  socialUrl: string | null
}

/** The settings, a line each. */
export function siteSettingLines({ brand, email, postalAddress, socialName, socialUrl }: SiteSettings): string[] {
  return [
    `Name: ${brand}`,
    `Email: ${email}`,
    ...(postalAddress ? [`Postal address: ${postalAddress}`] : []),
    ...(socialName && socialUrl ? [`${socialName}: ${socialUrl}`] : []),
  ]
}

/** The message for an invalid link. */
export const BAD_LINK = 'Please paste the whole address. It begins with https://'

export const SITE_FIELDS: RecordFields<SiteSettings> = {
  brand: {
    kind: 'line',
    label: 'Name',
    hint: 'In titles, emails, and shared links.',
    max: 100,
    missing: 'Please enter the name',
  },
  email: {
    kind: 'email',
    label: 'Email address',
    short: 'Email',
    hint: 'Guests write to it, and messages of the site go there.',
  },
  postalAddress: { kind: 'line', label: 'Postal address', hint: 'At the end of every email.', max: 300, ...OR_NULL },
  socialName: {
    kind: 'line',
    label: 'Name of the social link',
    short: 'Name of the link',
    hint: 'Such as: Instagram. Empty: no link.',
    max: 100,
    ...OR_NULL,
  },
  socialUrl: {
    kind: 'url',
    label: 'Address of the social link',
    short: 'Address of the link',
    max: 300,
    missing: BAD_LINK,
    ...OR_NULL,
  },
}
