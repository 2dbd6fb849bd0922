/** What an operator sets for the whole site. */
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
