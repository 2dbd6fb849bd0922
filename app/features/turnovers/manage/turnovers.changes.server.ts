import { z } from 'zod'
import type { Change, Refusal } from '#app/platform/change/change.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { isUuid } from '#app/shared/uuid.ts'
import {
  changeCleanerLink,
  cleanerPath,
  createCleanerLink,
  renewCleanerLink,
  revokeCleanerLink,
} from '../cleaner-links.server.ts'
import { handleDamagePhoto } from '../turnover-photos.server.ts'

/** A new link, which is shown this once. */
export type NewLink = { name: string; email: string | null; url: string }

const NAME = 'Please enter a name of up to 80 characters'
const EMAIL = 'Please enter an email address, such as maria@example.com'

/** Whom a link is for, and the ids of its homes. */
const link = z.object({
  name: boundedText(80, NAME).trim().min(1, NAME),
  email: boundedText(254, EMAIL)
    .trim()
    .refine((text) => text === '' || z.email().safeParse(text).success, EMAIL)
    .transform((text) => text || null),
  homes: z
    .union([z.guid().transform((id) => [id]), z.array(z.guid()).max(100)])
    .optional()
    .transform((ids = []) => ids)
    .refine((ids) => ids.length > 0, 'Please choose at least one home'),
})
const ofOne = z.object({ id: z.guid() })

const REFUSALS: Record<'name-taken' | 'not-found', Refusal> = {
  'name-taken': {
    ok: false,
    status: 409,
    message: 'There is a link with this name already.',
    fields: { name: 'Please choose another name' },
  },
  'not-found': { ok: false, status: 404, message: 'This link is gone. Somebody else may have revoked it.' },
}

const newLink = (siteUrl: string, secret: string, { name, email }: Omit<NewLink, 'url'>) => {
  return { ok: true as const, shown: { name, email, url: siteUrl + cleanerPath(secret) } }
}

/** What the page of the turnovers changes. */
export const turnoverChanges = {
  create: {
    form: link,
    run: async ({ services, by }, { homes, ...whom }) => {
      const made = await createCleanerLink(services, { input: { ...whom, propertyIds: homes }, by })
      return made.ok ? newLink(services.config.siteUrl, made.secret, whom) : REFUSALS[made.reason]
    },
  } satisfies Change<typeof link, NewLink>,
  change: {
    form: link,
    run: async ({ services, by, id }, { homes, ...whom }) => {
      if (!isUuid(id)) return REFUSALS['not-found']
      const changed = await changeCleanerLink(services, { id, input: { ...whom, propertyIds: homes }, by })
      return changed.ok ? { ok: true, id: changed.auditId } : REFUSALS[changed.reason]
    },
  } satisfies Change<typeof link, NewLink>,
  renew: {
    form: ofOne,
    run: async ({ services, by }, { id }) => {
      const renewed = await renewCleanerLink(services, { id, by })
      return renewed.ok ? newLink(services.config.siteUrl, renewed.secret, renewed) : REFUSALS[renewed.reason]
    },
  } satisfies Change<typeof ofOne, NewLink>,
  revoke: {
    form: ofOne,
    run: async ({ services, by }, { id }) => {
      const revoked = await revokeCleanerLink(services, { id, by })
      return revoked.ok ? { ok: true, id: revoked.auditId } : REFUSALS[revoked.reason]
    },
  } satisfies Change<typeof ofOne, NewLink>,
  /** Takes a photo of damage off the list. */
  handled: {
    form: ofOne,
    run: async ({ services, by }, { id }) => {
      const auditId = await handleDamagePhoto(services, { id, by })
      return auditId ? { ok: true, id: auditId } : { ok: false, status: 404, message: 'This photo is gone.' }
    },
  } satisfies Change<typeof ofOne, NewLink>,
}
