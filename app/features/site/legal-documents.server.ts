import { and, desc, eq, lte } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#app/platform/db/database.server.ts'
import { parseRecord } from '#app/platform/parse-record.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { legalDocuments } from './site.tables.server.ts'
import { type LegalBody, type LegalKind, legalBodySchema, legalKinds } from './site.ts'

/** Reads inside a transaction when given one. */
type ReadServices = { db: Tx; clock: Services['clock'] }

const storedBody = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('is not JSON')
      return z.NEVER
    }
  })
  .pipe(legalBodySchema)

/** The text of a stored version; null if it cannot be read. */
export const parseLegalBody = (body: string): LegalBody | null => storedBody.safeParse(body).data ?? null

const today = ({ clock }: Pick<ReadServices, 'clock'>) => dateInZone(clock.now(), 'UTC')
const inForce = (services: ReadServices) => lte(legalDocuments.effectiveOn, today(services))
const { kind, version, title, effectiveOn } = legalDocuments
const newestFirst = [desc(effectiveOn), desc(version)]

/** The versions in force today, one for each kind that the operator has, from the cache. */
export function listLegalDocuments(services: ReadServices & Pick<Services, 'cache'>) {
  return services.cache.read(`legal documents ${today(services)}`, async () => {
    const rows = await services.db
      .selectDistinctOn([kind], { kind, version, title, effectiveOn })
      .from(legalDocuments)
      .where(inForce(services))
      .orderBy(kind, ...newestFirst)
    return rows.toSorted((a, b) => legalKinds.indexOf(a.kind) - legalKinds.indexOf(b.kind))
  })
}

type LegalDocument = {
  kind: LegalKind
  version: string
  title: string
  effectiveOn: string
  body: LegalBody
  /** Whether this version is in force. */
  current: boolean
  /** All versions that are or were in force, newest first. */
  versions: { version: string; effectiveOn: string }[]
}

/** A document in the version in force, or in the named one: guests can still read the version they accepted. */
export async function getLegalDocument(
  services: ReadServices & Pick<Services, 'log'>,
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
  const stored = { record: 'legal_documents.body', key: `${row.kind} ${row.version}`, value: row.body }
  const body = await parseRecord(services, storedBody, stored)
  if (!body) throw new Error('no version of the legal document can be read')
  return { ...row, body: await named(services, body.value, row.brand), current: row === rows[0], versions }
}

/** The text with the operator's name in place of `{brand}`: the version's own name, or today's when it stores none. */
async function named({ db }: ReadServices, body: LegalBody, storedBrand: string | null): Promise<LegalBody> {
  const [operator] = storedBrand === null ? await db.select({ brand: site.brand }).from(site) : [{ brand: storedBrand }]
  const brand = JSON.stringify(operator?.brand ?? '').slice(1, -1)
  return JSON.parse(JSON.stringify(body).replaceAll('{brand}', () => brand))
}

/** The version of the terms that a booking accepts today; null while the operator has none. */
export async function getTermsVersion(services: ReadServices): Promise<string | null> {
  const [row] = await services.db
    .select({ version })
    .from(legalDocuments)
    .where(and(eq(kind, 'terms'), inForce(services)))
    .orderBy(...newestFirst)
    .limit(1)
  return row?.version ?? null
}
