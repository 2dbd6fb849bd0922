import { eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { PAYMENT_WAY_NAMES, SITE_PAYMENT_FIELDS } from '../payment-terms.ts'
import { BAD_LINK, SITE_FIELDS, type SiteSettings } from '../site-settings.ts'

type Part<Name extends string, Schema extends z.ZodType> = {
  /** Its name in History, and where its change is named. */
  name: Name
  title: string
  /** The columns of the site that hold it, by the names of its fields. */
  columns: Record<keyof z.output<Schema>, PgColumn>
  schema: Schema
  fields: RecordFields<z.input<Schema>>
  check?(settings: z.output<Schema>): z.output<Schema> | Refusal
}

/** A part of the settings of the whole site: how it is read, and changed by its fields. */
function sitePart<Name extends string, Schema extends z.ZodType>({ columns, ...part }: Part<Name, Schema>) {
  const selected: Record<string, PgColumn> = { id: site.id, ...columns }
  const find = async (tx: Tx, lock: boolean) => {
    const query = tx.select(selected).from(site)
    const [row] = await (lock ? query.for('update') : query)
    if (!row) throw new Error('there is no site')
    const { id, ...settings } = row
    return { id: Number(id), settings: settings as z.output<Schema> }
  }
  return {
    /** With the version that its form carries. */
    get: async (db: Tx): Promise<{ settings: z.output<Schema>; version: string }> => {
      const { settings } = await find(db, false)
      return { settings, version: versionOf(settings) }
    },
    change: recordChange<Name, Schema, Awaited<ReturnType<typeof find>>>({
      ...part,
      scope: 'site:write',
      lock: (tx) => find(tx, true),
      read: ({ settings }) => settings,
      store: async (tx, { id }, settings, { clock }) => {
        await tx
          .update(site)
          .set({ ...(settings as object), updatedAt: clock.now() })
          .where(eq(site.id, id))
      },
      about: ({ id }) => ({ subjectId: String(id), timeZone: 'UTC' }),
    }),
  }
}

/** Why a link has no name or no address. */
function linkProblem({ socialName, socialUrl }: SiteSettings): Refusal | null {
  if (socialName && !socialUrl) return refuse('invalid-input', '', { socialUrl: BAD_LINK })
  if (!socialUrl || socialName) return null
  return refuse('invalid-input', '', { socialName: 'Please say what the link is called, such as Instagram' })
}

/** The name and the addresses of the site. */
export const siteSettings = sitePart({
  name: 'site.settings-changed',
  title: 'Site settings',
  columns: {
    brand: site.brand,
    email: site.email,
    postalAddress: site.postalAddress,
    socialName: site.socialName,
    socialUrl: site.socialUrl,
  },
  schema: z.object({
    brand: z.string().min(2, SITE_FIELDS.brand.missing),
    email: z.string(),
    postalAddress: z.string().nullable(),
    socialName: z.string().nullable(),
    socialUrl: z.string().nullable(),
  }),
  fields: SITE_FIELDS,
  check: (settings) => linkProblem(settings) ?? settings,
})

/** How guests of the site pay. */
export const sitePayment = sitePart({
  name: 'site.payment-changed',
  title: 'How guests pay',
  columns: {
    paymentText: site.paymentText,
    paymentWays: site.paymentWays,
    depositPercent: site.depositPercent,
    depositDays: site.depositDays,
    balanceDays: site.balanceDays,
    cancelUnpaidDays: site.cancelUnpaidDays,
  },
  schema: z.object({
    paymentText: z.string().nullable(),
    paymentWays: z.array(z.enum(PAYMENT_WAY_NAMES)).default([]),
    depositPercent: z.number().nullable(),
    depositDays: z.number(),
    balanceDays: z.number(),
    cancelUnpaidDays: z.number().nullable().default(null),
  }),
  fields: SITE_PAYMENT_FIELDS,
})

export const siteChanges = { site: siteSettings.change, payment: sitePayment.change }
