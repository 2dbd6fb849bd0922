import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { lockImage } from '#app/features/media/orphans.server.ts'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { type RecordFields, recordImages } from '#app/shared/record-fields.ts'
import { findSite } from '../site.server.ts'
import {
  contactPageSchema,
  homePageSchema,
  hostPageSchema,
  notFoundSchema,
  type SiteContent,
  siteContentSchema,
} from '../site.ts'
import { SITE_PARTS, type SitePart } from './site-parts.ts'

type Part<Name extends string, Schema extends z.ZodType> = {
  /** In History. */
  name: Name
  schema: Schema
  form: { title: string; fields: RecordFields<z.input<Schema>> }
  read: (content: SiteContent) => z.output<Schema>
  /** The content with another value of the part. */
  write: (content: SiteContent, value: z.output<Schema>) => SiteContent
}

const findContent = async (services: Pick<Services, 'db' | 'clock' | 'log'>) =>
  (await findSite(services))?.content ?? null

/** Locks the images that the part does not show yet, then the site: cleaning up takes both in this order. */
async function lockContent(tx: Tx, services: Services, added: (content: SiteContent) => string[]) {
  const reads = { ...services, db: tx }
  const seen = await findContent(reads)
  for (const path of new Set(seen ? added(seen) : [])) if (!(await lockImage(tx, path, 'share'))) return null
  const [row] = await tx.select({ id: siteTable.id }).from(siteTable).for('update')
  const content = await findContent(reads)
  return row && content ? { id: row.id, content } : null
}

/** A part of the content of the site: how it is read, and changed by its form. */
function contentPart<Name extends string, Schema extends z.ZodType>({
  form,
  read,
  write,
  ...part
}: Part<Name, Schema>) {
  return {
    /** With the version that its form carries. */
    get: (content: SiteContent) => ({ value: read(content), version: versionOf(read(content)) }),
    change: recordChange({
      scope: 'content:write',
      ...part,
      ...form,
      gone: 'An image that you chose is gone by now. Please choose another one.',
      lock: (tx, services, _, value) =>
        lockContent(tx, services, (content) => {
          const shown = recordImages(form.fields, read(content) as z.input<Schema>)
          return recordImages(form.fields, value as z.input<Schema>).filter((path) => !shown.includes(path))
        }),
      read: ({ content }) => read(content),
      store: async (tx, { id, content }, value, { clock }) => {
        const stored = siteContentSchema.parse(write(content, value))
        await tx.update(siteTable).set({ content: stored, updatedAt: clock.now() }).where(eq(siteTable.id, id))
      },
      about: ({ id }) => ({ subjectId: String(id), timeZone: 'UTC' }),
    }),
  }
}

const hero = contentPart({
  name: 'site.hero-changed',
  form: SITE_PARTS.hero,
  schema: homePageSchema.shape.hero,
  read: ({ home: property }) => property.hero,
  write: (content, value) => ({ ...content, home: { ...content.home, hero: value } }),
})

const why = contentPart({
  name: 'site.why-changed',
  form: SITE_PARTS.why,
  schema: homePageSchema.shape.whyChoose,
  read: ({ home: property }) => property.whyChoose,
  write: (content, whyChoose) => ({ ...content, home: { ...content.home, whyChoose } }),
})

type Picked<Name extends string, Schema extends z.ZodObject> = Pick<Part<Name, Schema>, 'name' | 'form' | 'schema'>

/** A part that is some of the values of the content, or of one page in it. */
function picked<Name extends string, Schema extends z.ZodObject>(
  part: Picked<Name, Schema>,
  of?: 'home' | 'host' | 'contact' | 'notFound',
) {
  const names = Object.keys(part.schema.shape)
  const others = (all: object) => Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
  return contentPart({
    ...part,
    read: (content) => part.schema.parse(of ? content[of] : content),
    // Empty values are left out.
    write: (content, value) => {
      const changed = { ...others(of ? content[of] : content), ...value }
      return (of ? { ...content, [of]: changed } : changed) as SiteContent
    },
  })
}

const offer = { benefits: true, steps: true, weDo: true, youKeep: true, terms: true } as const
const site = siteContentSchema

const contentParts = {
  hero,
  home: picked(
    { name: 'site.home-changed', form: SITE_PARTS.home, schema: homePageSchema.omit({ hero: true, whyChoose: true }) },
    'home',
  ),
  why,
  owners: picked({ name: 'site.owners-changed', form: SITE_PARTS.owners, schema: hostPageSchema.omit(offer) }, 'host'),
  offer: picked({ name: 'site.offer-changed', form: SITE_PARTS.offer, schema: hostPageSchema.pick(offer) }, 'host'),
  look: picked({
    name: 'site.look-changed',
    form: SITE_PARTS.look,
    schema: site.pick({ logo: true, accent: true }),
  }),
  search: picked({
    name: 'site.search-changed',
    form: SITE_PARTS.search,
    schema: site.pick({ defaultTitle: true, defaultDescription: true, defaultKeywords: true, ogImage: true }),
  }),
  reach: picked({
    name: 'site.reach-changed',
    form: SITE_PARTS.reach,
    schema: site.pick({ responseTime: true, locations: true }),
  }),
  contact: picked({ name: 'site.contact-changed', form: SITE_PARTS.contact, schema: contactPageSchema }, 'contact'),
  footer: picked({
    name: 'site.footer-changed',
    form: SITE_PARTS.footer,
    schema: site.pick({ footerLine: true, footer: true }),
  }),
  missing: picked({ name: 'site.not-found-changed', form: SITE_PARTS.missing, schema: notFoundSchema }, 'notFound'),
} satisfies Record<SitePart, unknown>

/**
 * Some parts of the site's content, each with the version that its form carries, and all of it. Null if it cannot be
 * parsed.
 */
export async function getSiteParts(services: Pick<Services, 'db' | 'clock' | 'log'>, parts: readonly SitePart[]) {
  const content = await findContent(services)
  return (
    content && { content, values: Object.fromEntries(parts.map((part) => [part, contentParts[part].get(content)])) }
  )
}

export const contentChanges = {
  hero: contentParts.hero.change,
  home: contentParts.home.change,
  why: contentParts.why.change,
  owners: contentParts.owners.change,
  offer: contentParts.offer.change,
  look: contentParts.look.change,
  search: contentParts.search.change,
  reach: contentParts.reach.change,
  contact: contentParts.contact.change,
  footer: contentParts.footer.change,
  missing: contentParts.missing.change,
} satisfies Record<SitePart, unknown>
