import { and, desc, eq, lte } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { legalDocuments, site } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type LegalBody, type LegalKind, legalBodySchema, legalKinds } from './site.ts'

/** Within a transaction, its own reads. */
type Reads = { db: Tx; clock: Services['clock'] }

const inForce = ({ clock }: Reads) => lte(legalDocuments.effectiveOn, dateInZone(clock.now(), 'UTC'))
const { kind, version, title, effectiveOn } = legalDocuments
const newestFirst = [desc(effectiveOn), desc(version)]

/** The versions in force today, one of each kind that the operator has. */
export async function listLegalDocuments(services: Reads) {
  const rows = await services.db
    .selectDistinctOn([kind], { kind, version, title, effectiveOn })
    .from(legalDocuments)
    .where(inForce(services))
    .orderBy(kind, ...newestFirst)
  return rows.toSorted((a, b) => legalKinds.indexOf(a.kind) - legalKinds.indexOf(b.kind))
}

export type LegalDocument = {
  kind: LegalKind
  version: string
  title: string
  effectiveOn: string
  body: LegalBody
  /** Whether it is the one in force. */
  current: boolean
  /** All that are or were in force, newest first. */
  versions: { version: string; effectiveOn: string }[]
}

/** A document in the version in force or, when one is named, in that one: what a guest accepted stays to be read. */
export async function getLegalDocument(
  services: Reads,
  wanted: { kind: LegalKind; version?: string | null },
): Promise<LegalDocument | null> {
  const rows = await services.db
    .select()
    .from(legalDocuments)
    .where(and(eq(kind, wanted.kind), inForce(services)))
    .orderBy(...newestFirst)
  const row = wanted.version ? rows.find((one) => one.version === wanted.version) : rows[0]
  if (!row) return null
  const versions = rows.map((one) => ({ version: one.version, effectiveOn: one.effectiveOn }))
  return {
    ...row,
    body: legalBodySchema.parse(JSON.parse(await named(services, row.body))),
    current: row === rows[0],
    versions,
  }
}

/** The text of a document, JSON, with the operator's name where it says `{brand}`. */
async function named({ db }: Reads, body: string): Promise<string> {
  const [operator] = await db.select({ brand: site.brand }).from(site)
  return body.replaceAll('{brand}', () => JSON.stringify(operator?.brand ?? '').slice(1, -1))
}

/** The version of the terms that a booking accepts today; null while the operator has none. */
export async function getTermsVersion(services: Reads): Promise<string | null> {
  const [row] = await services.db
    .select({ version })
    .from(legalDocuments)
    .where(and(eq(kind, 'terms'), inForce(services)))
    .orderBy(...newestFirst)
    .limit(1)
  return row?.version ?? null
}
