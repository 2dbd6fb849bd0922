import { desc, lte } from 'drizzle-orm'
import { legalDocuments, site as siteTable } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as demo } from '#content/site.ts'

/** The first words of the legal texts that ship with the site. */
const DRAFT = 'This is the draft that the site comes with.'

/** A sentence with its remedy for each piece of demo content on a live site; none in demo mode. */
export async function demoContentWarnings({ config, db, clock }: Services): Promise<string[]> {
  if (config.demo) return []
  const [site] = await db.select().from(siteTable)
  const left: string[] = []
  if (site?.email === demo.email) {
    left.push(`guests write to ${demo.email}, which nobody reads: run "update site set email = '...'" in the database`)
  }
  if (site?.socialUrl && site.socialUrl === demo.socialUrl) {
    left.push(
      `the footer links to ${demo.socialUrl}, which is not yours: run "update site set social_url = '...'" in the database, or null for no link`,
    )
  }
  const inForce = await db
    .selectDistinctOn([legalDocuments.kind], { kind: legalDocuments.kind, body: legalDocuments.body })
    .from(legalDocuments)
    .where(lte(legalDocuments.effectiveOn, clock.now().toISOString().slice(0, 10)))
    .orderBy(legalDocuments.kind, desc(legalDocuments.effectiveOn), desc(legalDocuments.version))
  for (const { kind, body } of inForce) {
    if (!body.includes(DRAFT)) continue
    left.push(`/${kind} is a draft: have it checked, and store your text as a new version in legal_documents`)
  }
  if (!config.smtpUrl) left.push('no mail leaves this machine: set SMTP_URL to a mail server')
  return left
}
