import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit, type Undo } from '#app/platform/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/db/schema.server.ts'
import { type Accepted, type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import { formSchema } from '#app/platform/http/form-fields.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { changedSinceWords, versionOf } from '#app/platform/item-version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { emailInput, optionalLine } from '#app/shared/typed-input.ts'
import { type SiteSettings, siteSettingLines } from './site-settings.ts'

const COLUMNS = {
  email: site.email,
  postalAddress: site.postalAddress,
  socialName: site.socialName,
  socialUrl: site.socialUrl,
}

/** What the settings page shows, with its version. */
export async function getSiteSettings(db: Tx): Promise<{ settings: SiteSettings; version: string }> {
  const [settings] = await db.select(COLUMNS).from(site)
  if (!settings) throw new Error('there is no site')
  return { settings, version: versionOf(settings) }
}

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
  return { email: read.field('email', emailInput()), postalAddress, socialName, socialUrl }
})

/** Stores the settings from their form. Refuses if another operator changed them since they were shown. */
export function saveSiteSettings(
  services: Services,
  { form, by }: { form: FormData; by: Operator },
): Promise<Accepted | FormRefusal> {
  const { db, clock, log } = services
  const shown = String(form.get('version') ?? '')
  const save = async (after: SiteSettings) =>
    db.transaction(async (tx) => {
      const [row] = await tx
        .select({ id: site.id, ...COLUMNS })
        .from(site)
        .for('update')
      if (!row) throw new Error('there is no site')
      const { id, ...before } = row
      const subjectId = String(id)
      if (canonical(before) === canonical(after)) return { ok: true as const }
      if (versionOf(before) !== shown) {
        const last = { subject: 'site', subjectId, timeZone: 'UTC', lines: siteSettingLines(before) }
        const message = await changedSinceWords(tx, last)
        return { ok: false as const, status: 409, problem: { code: 'changed', message } }
      }
      await tx
        .update(site)
        .set({ ...after, updatedAt: clock.now() })
        .where(eq(site.id, id))
      const change = { by, action: 'site.settings-changed', subjectId, before, after, at: clock.now() } as const
      return { ok: true as const, id: await recordAudit(tx, change) }
    })
  return runFormAction(form, schema, save, log)
}

/** Brings the earlier settings back, unless they were changed again since. */
export const undoSiteSettings: Undo = async (tx, { clock }, { before, after }) => {
  const [row] = await tx.select(COLUMNS).from(site).for('update')
  if (canonical(row) !== canonical(after)) return { ok: false, message: 'The site was changed again since.' }
  await tx.update(site).set({ ...(before as SiteSettings), updatedAt: clock.now() })
  return undefined
}
