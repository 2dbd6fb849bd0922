import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import { dateField } from '#app/platform/change/fields.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { lineInput } from '#app/shared/input/typed-input.ts'
import { refuse } from '#app/shared/refusal.ts'
import { parseLegalBody } from '../legal-documents.server.ts'
import { bodyOfText, textOfBody } from '../legal-text.ts'
import { legalDocuments } from '../site.tables.server.ts'
import { legalKinds } from '../site.ts'

const { kind, version, effectiveOn } = legalDocuments
const today = ({ clock }: Pick<Services, 'clock'>) => dateInZone(clock.now(), 'UTC')

/**
 * Every version of the legal pages, the newest first, and the text that the next one begins with. It does not say that
 * it is a draft.
 */
export async function listLegalVersions(services: Pick<Services, 'db' | 'clock' | 'demoMarks'>) {
  const { legalDraft } = services.demoMarks
  const rows = await services.db.select().from(legalDocuments).orderBy(desc(effectiveOn), desc(version))
  const now = today(services)
  return legalKinds.map((wanted) => {
    const own = rows.filter((row) => row.kind === wanted)
    const inForce = own.find((row) => row.effectiveOn <= now)
    const body = parseLegalBody(own[0]?.body ?? '')
    const sections = body?.sections.filter(({ paragraphs }) => !paragraphs.some((text) => text.includes(legalDraft)))
    return {
      kind: wanted,
      title: own[0]?.title ?? '',
      text: body && sections ? textOfBody({ ...body, sections }) : '',
      today: now,
      isDraft: sections?.length !== body?.sections.length,
      versions: own.map((row) => ({
        version: row.version,
        effectiveOn: row.effectiveOn,
        isInForce: row === inForce,
        isLater: row.effectiveOn > now,
      })),
    }
  })
}
export type LegalVersions = Awaited<ReturnType<typeof listLegalVersions>>[number]

const NO_SECTIONS = 'Please write what stands below the title, then sections that begin with ##'
const PASSED = 'A version can’t apply before today: guests have accepted the earlier one.'
const MEANWHILE = 'Somebody added a version while you were typing. Read it above, then save yours again to add it.'
const TITLE = { min: 3, max: 100, tooShort: 'Please enter a title', tooLong: 'Please keep the title to 100 characters' }

const form = z.object({
  id: z.enum(legalKinds),
  title: lineInput(TITLE),
  effectiveOn: dateField,
  text: boundedText(20_000, 'Please keep this to 20,000 characters').transform((text, { issues }) => {
    const body = bodyOfText(text)
    if (!body) issues.push({ code: 'custom', message: NO_SECTIONS, input: text })
    return JSON.stringify(body)
  }),
})

const recorded = z.object({ kind: z.enum(legalKinds), version: z.string(), effectiveOn: z.string() })

/** Removes a version that does not apply yet. */
const undo = undoFrom({ subject: 'text', after: recorded }, async (tx, services, { after: added }) => {
  if (added.effectiveOn <= today(services)) {
    return refuse('refused', 'This version applies already, and bookings may refer to it. Add another one.')
  }
  await tx.delete(legalDocuments).where(and(eq(kind, added.kind), eq(version, added.version)))
  return undefined
})

/**
 * The changes of the page of legal texts: they add a version that applies from a day on. Earlier ones stay: bookings
 * refer to them.
 */
export const legalChanges = {
  legal: defineChange({
    scope: 'site:write',
    name: 'legal.version-added',
    words: 'Version of a legal page added',
    facts: {
      kind: { kind: 'hidden' },
      title: { label: 'Title', kind: 'line' },
      version: { label: 'Version', kind: 'line' },
      effectiveOn: { label: 'Applies from', kind: 'date' },
    },
    undo,
    form,
    run: async (tx, { id, title, effectiveOn: from, text: body }, { services, version: shown }) => {
      if (from < today(services)) return refuse('invalid-input', PASSED, { effectiveOn: PASSED })
      // Of two at the same moment, the second waits and finds the first.
      await tx.select({ id: site.id }).from(site).for('update')
      const own = await tx.select().from(legalDocuments).where(eq(kind, id)).orderBy(desc(version))
      const isThere = own.some((row) => row.body === body && row.title === title && row.effectiveOn === from)
      if (isThere) return null
      if (shown !== String(own.length)) return refuse('refused', MEANWHILE)
      const last = Math.max(0, ...own.map((row) => Number(row.version) || 0))
      const after = { kind: id, version: String(last + 1), title, effectiveOn: from }
      await tx.insert(legalDocuments).values({ ...after, body })
      return { subjectId: id, after }
    },
  }),
}
