import { eq, type SQL } from 'drizzle-orm'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { NO_GUIDE } from '../arrival-guide.server.ts'
import { presentationSchema } from '../presentation.ts'
import { arrivalGuides, properties } from '../properties.tables.server.ts'
import { factsOf, hostOf, presentationOf } from '../property-records.server.ts'
import {
  type ContentPage,
  type ContentPart,
  factsOfPart,
  type PropertyContent,
  type StoredGuide,
} from './property-content.ts'

export type ContentServices = Pick<Services, 'db' | 'clock' | 'log'>

/** A property as the pages about its content show it. */
export type ContentProperty = {
  id: string
  slug: string
  name: string
  timeZone: string
  published: boolean
  content: PropertyContent
}

/** A property with its content, for the operator; null if there is none. */
export const getContentProperty = (reads: ContentServices, slug: string) =>
  findProperty(reads, eq(properties.slug, slug))

/** The data of the pages about its content. */
export async function getContentPage(reads: ContentServices, slug: string): Promise<ContentPage | null> {
  const property = await getContentProperty(reads, slug)
  if (!property) return null
  const { content, name, published } = property
  const versions = Object.fromEntries(Object.entries(content).map(([part, value]) => [part, versionOf(value)]))
  const questions = content.questions.map((question) => ({ ...question, version: versionOf(question) }))
  return { slug, name, published, content, questions, versions: versions as Record<ContentPart, string> }
}

/** A property. Nobody else can change its content until the transaction ends. */
export async function lockContentProperty(reads: ContentServices, where: SQL): Promise<ContentProperty | null> {
  await reads.db.select({ id: properties.id }).from(properties).where(where).for('no key update')
  return findProperty(reads, where)
}

async function findProperty(reads: ContentServices, where: SQL): Promise<ContentProperty | null> {
  const { db } = reads
  const [row] = await db.select().from(properties).where(where)
  if (!row) return null
  const { id, slug, name, timeZone, published, licenseNumber: license } = row
  const [facts, host, { questions }] = [
    await factsOf(reads, row),
    await hostOf(reads, row),
    await presentationOf(reads, presentationSchema, row),
  ]
  const [guide] = await db.select().from(arrivalGuides).where(eq(arrivalGuides.propertyId, id))
  const content: PropertyContent = {
    arrival: factsOfPart(facts, 'arrival'),
    comfort: factsOfPart(facts, 'comfort'),
    safety: factsOfPart(facts, 'safety'),
    houseRules: factsOfPart(facts, 'houseRules'),
    license,
    host,
    questions,
    guide: guide ? guideOf(guide) : NO_GUIDE,
  }
  return { id, slug, name, timeZone, published, content }
}

function guideOf({ propertyId: _, ...guide }: typeof arrivalGuides.$inferSelect): StoredGuide {
  return guide
}
