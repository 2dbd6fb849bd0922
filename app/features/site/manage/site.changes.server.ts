import { eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { editChange } from '#app/platform/change/edit.server.ts'
import { checkedField, optionalField, wholeField } from '#app/platform/change/fields.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import type { FactField } from '#app/shared/declared-facts.ts'
import { emailInput, lineInput, optionalLine, optionalText } from '#app/shared/input/typed-input.ts'
import { PAYMENT_WAY_LABELS, PAYMENT_WAY_NAMES, type PaymentSettings, paymentSettingLines } from '../payment-terms.ts'
import { type SiteSettings, siteSettingLines } from '../site-settings.ts'

type Part<Name extends string, Form extends z.ZodType, Settings> = {
  /** What it is called in History, and how its change reads there. */
  name: Name
  words: string
  facts: Record<keyof Settings, FactField>
  /** The columns of the site that hold it, by the names of `Settings`. */
  columns: Record<keyof Settings, PgColumn>
  form: Form & z.ZodType<Settings>
  /** What is stored of it, and what History has. */
  schema: z.ZodType<Settings>
  /** What it says, a line each. */
  lines: (settings: Settings) => string[]
}

/** A part of what is set for the whole site. It says how it is read, changed by its form, and taken back. */
function sitePart<Name extends string, Form extends z.ZodType, Settings extends object>(
  part: Part<Name, Form, Settings>,
) {
  const { columns, form, schema, lines, name, words, facts } = part
  const selected: Record<string, PgColumn> = { id: site.id, ...columns }
  const find = async (tx: Tx, lock: boolean) => {
    const query = tx.select(selected).from(site)
    const [row] = await (lock ? query.for('update') : query)
    if (!row) throw new Error('there is no site')
    const { id, ...settings } = row
    return { id: Number(id), settings: settings as unknown as Settings }
  }
  return {
    /** With the version that its form carries. */
    get: async (db: Tx): Promise<{ settings: Settings; version: string }> => {
      const { settings } = await find(db, false)
      return { settings, version: versionOf(settings) }
    },
    change: editChange({
      scope: 'site:write',
      name,
      words,
      facts,
      form,
      lock: (tx) => find(tx, true),
      value: ({ settings }) => settings,
      edit: (input) => input as Settings,
      lines,
      store: async (tx, { id }, settings, { clock }) => {
        await tx
          .update(site)
          .set({ ...settings, updatedAt: clock.now() })
          .where(eq(site.id, id))
      },
      about: ({ id }) => ({ subjectId: String(id), timeZone: 'UTC' }),
      restore: { schema, find: (tx) => find(tx, true), changed: 'The site was changed again since.' },
    }),
  }
}

const LINK = 'Please paste the whole address. It begins with https://'
const SHORT = { max: 100, tooLong: 'Please keep this to 100 characters' }
const webAddress = z.url({ protocol: /^https$/, hostname: z.regexes.domain })

/** The name and the addresses of the site. */
export const siteSettings = sitePart({
  name: 'site.settings-changed',
  words: 'Site settings changed',
  facts: {
    brand: { label: 'Name', kind: 'line' },
    email: { label: 'Email', kind: 'line' },
    postalAddress: { label: 'Postal address', kind: 'line' },
    socialName: { label: 'Name of the link', kind: 'line' },
    socialUrl: { label: 'Address of the link', kind: 'line' },
  },
  columns: {
    brand: site.brand,
    email: site.email,
    postalAddress: site.postalAddress,
    socialName: site.socialName,
    socialUrl: site.socialUrl,
  },
  form: z
    .object({
      brand: lineInput({ ...SHORT, min: 2, tooShort: 'Please enter the name' }),
      email: emailInput(),
      postalAddress: optionalLine({ max: 300, tooLong: 'Please keep this to 300 characters' }),
      socialName: optionalLine(SHORT),
      socialUrl: optionalLine({ max: 300, tooLong: LINK }),
    })
    .check(({ value: { socialName, socialUrl }, issues }) => {
      const wrong = (name: string, message: string) =>
        issues.push({ code: 'custom', path: [name], message, input: undefined })
      if (socialUrl ? !webAddress.safeParse(socialUrl).success : socialName) wrong('socialUrl', LINK)
      if (socialUrl && !socialName) wrong('socialName', 'Please say what the link is called, such as Instagram')
    })
    .transform(
      ({ postalAddress = null, socialName = null, socialUrl = null, ...settings }): SiteSettings => ({
        ...settings,
        postalAddress,
        socialName,
        socialUrl,
      }),
    ),
  schema: z.object({
    brand: z.string(),
    email: z.string(),
    postalAddress: z.string().nullable(),
    socialName: z.string().nullable(),
    socialUrl: z.string().nullable(),
  }),
  lines: siteSettingLines,
})

/** The fields of the site, or of a home that differs; `highest` is the largest deposit in percent. */
export const paymentFields = (highest: 99 | 100) => ({
  paymentText: optionalText({ max: 1000, tooLong: 'Please keep this to 1,000 characters' }),
  paymentWays: checkedField(z.enum(PAYMENT_WAY_NAMES)),
  depositPercent: optionalField(wholeField(1, highest)),
  depositDays: wholeField(0, 60),
  balanceDays: wholeField(0, 365),
  cancelUnpaidDays: optionalField(wholeField(1, 60)),
})

/** How guests of the site pay. */
export const sitePayment = sitePart({
  name: 'site.payment-changed',
  words: 'How guests pay changed',
  facts: {
    depositPercent: { label: 'Paid with the booking', kind: 'percent', none: 'Everything' },
    balanceDays: { label: 'The rest is due in days before check-in', kind: 'number' },
    depositDays: { label: 'Without a card, due in days after the confirmation', kind: 'number' },
    cancelUnpaidDays: { label: 'Canceled when unpaid for days', kind: 'number', none: 'Never' },
    paymentText: { label: 'What guests read', kind: 'text' },
    paymentWays: { label: 'Ways to pay', kind: 'choices', options: PAYMENT_WAY_LABELS },
  },
  columns: {
    paymentText: site.paymentText,
    paymentWays: site.paymentWays,
    depositPercent: site.depositPercent,
    depositDays: site.depositDays,
    balanceDays: site.balanceDays,
    cancelUnpaidDays: site.cancelUnpaidDays,
  },
  form: z.object(paymentFields(99)).transform(
    ({ paymentText = null, depositPercent = null, cancelUnpaidDays = null, ...days }): PaymentSettings => ({
      ...days,
      paymentText,
      depositPercent,
      cancelUnpaidDays,
    }),
  ),
  schema: z.object({
    paymentText: z.string().nullable(),
    paymentWays: z.array(z.enum(PAYMENT_WAY_NAMES)).default([]),
    depositPercent: z.number().nullable(),
    depositDays: z.number(),
    balanceDays: z.number(),
    cancelUnpaidDays: z.number().nullable().default(null),
  }),
  lines: paymentSettingLines,
})

/** What the page of the site changes. */
export const siteChanges = { site: siteSettings.change, payment: sitePayment.change }
