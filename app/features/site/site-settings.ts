/** What an operator sets for the whole site. */
export type SiteSettings = {
  email: string
  postalAddress: string | null
  socialName: string | null
  socialUrl: string | null
}

/** The settings, a line each. */
export function siteSettingLines({ email, postalAddress, socialName, socialUrl }: SiteSettings): string[] {
  return [
    `Email: ${email}`,
    ...(postalAddress ? [`Postal address: ${postalAddress}`] : []),
    ...(socialName && socialUrl ? [`${socialName}: ${socialUrl}`] : []),
  ]
}
