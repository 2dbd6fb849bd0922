import { z } from 'zod'
import { site } from '#app/platform/db/schema.server.ts'
import { formSchema } from '#app/platform/http/form-fields.server.ts'
import { emailInput, lineInput, optionalLine } from '#app/shared/typed-input.ts'
import { sitePart } from './site-part.server.ts'
import { type SiteSettings, siteSettingLines } from './site-settings.ts'

const LINK = 'Please paste the whole address. It begins with https://'
const SHORT = { max: 100, tooLong: 'Please keep this to 100 characters' }

const schema = formSchema((read): SiteSettings => {
  const socialName = read.field('socialName', optionalLine(SHORT)) ?? null
  const socialUrl = read.field('socialUrl', optionalLine({ max: 300, tooLong: LINK })) ?? null
  const isLink = z.url({ protocol: /^https$/, hostname: z.regexes.domain }).safeParse(socialUrl).success
  if (socialUrl && !isLink) read.wrong('socialUrl', LINK)
  if (socialUrl && !socialName) read.wrong('socialName', 'Please say what the link is called, such as Instagram')
  if (socialName && !socialUrl) read.wrong('socialUrl', LINK)
  const postal = { max: 300, tooLong: 'Please keep this to 300 characters' }
  const postalAddress = read.field('postalAddress', optionalLine(postal)) ?? null
  const brand = read.field('brand', lineInput({ ...SHORT, min: 2, tooShort: 'Please enter the name' }))
  return { brand, email: read.field('email', emailInput()), postalAddress, socialName, socialUrl }
})

/** The name and the addresses of the site. */
export const {
  get: getSiteSettings,
  save: saveSiteSettings,
  undo: undoSiteSettings,
} = sitePart<SiteSettings>({
  columns: {
    brand: site.brand,
    email: site.email,
    postalAddress: site.postalAddress,
    socialName: site.socialName,
    socialUrl: site.socialUrl,
  },
  schema,
  lines: siteSettingLines,
  action: 'site.settings-changed',
})
