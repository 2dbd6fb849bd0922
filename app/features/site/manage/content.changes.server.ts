import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { lockImage } from '#app/features/media/orphans.server.ts'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type RecordFields, recordImages } from '#app/shared/record-fields.ts'
import { findSite } from '../site.server.ts'
import { homePageSchema, type SiteContent, siteContentSchema } from '../site.ts'
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
  const [row] = await tx.select({ id: site.id }).from(site).for('update')
  const content = await findContent(reads)
  return row && content ? { id: row.id, content } : null
}

/** A part of the content of the site. It says how it is read, and changed by its form. */
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
      ...{ ...part, ...form },
      gone: 'An image that you chose is gone by now. Please choose another one.',
      lock: (tx, services, _, value) =>
        lockContent(tx, services, (content) => {
          const shown = recordImages(form.fields, read(content) as z.input<Schema>)
          return recordImages(form.fields, value as z.input<Schema>).filter((path) => !shown.includes(path))
        }),
      read: ({ content }) => read(content),
      store: async (tx, { id, content }, value, { clock }) => {
        const stored = siteContentSchema.parse(write(content, value))
        await tx.update(site).set({ content: stored, updatedAt: clock.now() }).where(eq(site.id, id))
      },
      about: ({ id }) => ({ subjectId: String(id), timeZone: 'UTC' }),
    }),
  }
}

const hero = contentPart({
  name: 'site.hero-changed',
  form: SITE_PARTS.hero,
  schema: homePageSchema.shape.hero,
  read: ({ home }) => home.hero,
  write: (content, value) => ({ ...content, home: { ...content.home, hero: value } }),
})

const home = contentPart({
  name: 'site.home-changed',
  form: SITE_PARTS.home,
  schema: homePageSchema.omit({ hero: true, whyChoose: true }),
  read: ({ home: { hero: _, whyChoose: __, ...texts } }) => texts,
  write: (content, texts) => {
    const { hero: shown, whyChoose } = content.home
    return { ...content, home: { hero: shown, whyChoose, ...texts } }
  },
})

const why = contentPart({
  name: 'site.why-changed',
  form: SITE_PARTS.why,
  schema: homePageSchema.shape.whyChoose,
  read: ({ home }) => home.whyChoose,
  write: (content, whyChoose) => ({ ...content, home: { ...content.home, whyChoose } }),
})

const contentParts = { hero, home, why } satisfies Record<SitePart, unknown>

/** Some parts of what guests read, each with the version that its form carries, and all of it. Null if it cannot be read. */
export async function readSiteParts(services: Pick<Services, 'db' | 'clock' | 'log'>, parts: readonly SitePart[]) {
  const content = await findContent(services)
  return (
    content && { content, values: Object.fromEntries(parts.map((part) => [part, contentParts[part].get(content)])) }
  )
}

/** What the pages about the site's content change. */
export const contentChanges = { hero: hero.change, home: home.change, why: why.change } satisfies Record<
  SitePart,
  unknown
>
