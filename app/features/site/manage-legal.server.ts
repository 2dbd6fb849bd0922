import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit, type Undo } from '#app/platform/audit.server.ts'
import { legalDocuments, site } from '#app/platform/db/schema.server.ts'
import { type Accepted, type FormRefusal, runFormAction } from '#app/platform/http/form-action.server.ts'
import { dateField, formSchema } from '#app/platform/http/form-fields.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { lineInput } from '#app/shared/typed-input.ts'
import { readLegalBody } from './legal-documents.server.ts'
import { bodyOfText, textOfBody } from './legal-text.ts'
import { legalKinds } from './site.ts'

const { kind, version, effectiveOn } = legalDocuments
const today = ({ clock }: Pick<Services, 'clock'>) => dateInZone(clock.now(), 'UTC')

/** Every version of the legal pages, the newest first, and the text that the next one begins with. */
export async function listLegalVersions(services: Pick<Services, 'db' | 'clock'>) {
  const rows = await services.db.select().from(legalDocuments).orderBy(desc(effectiveOn), desc(version))
  const now = today(services)
  return legalKinds.map((wanted) => {
    const own = rows.filter((row) => row.kind === wanted)
    const inForce = own.find((row) => row.effectiveOn <= now)
    const body = readLegalBody(own[0]?.body ?? '')
    return {
      kind: wanted,
      title: own[0]?.title ?? '',
      text: body ? textOfBody(body) : '',
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

const FORM = 'Please write what stands below the title, then sections that begin with ##'

const schema = formSchema((read) => {
  const text = read.field('text', boundedText(20_000, 'Please keep this to 20,000 characters'))
  const body = bodyOfText(text)
  if (!body) read.wrong('text', FORM)
  const title = {
    min: 3,
    max: 100,
    tooShort: 'Please enter a title',
    tooLong: 'Please keep the title to 100 characters',
  }
  return {
    kind: read.field('id', z.enum(legalKinds)),
    shown: read.texts.version ?? '',
    title: read.field('title', lineInput(title)),
    effectiveOn: read.field('effectiveOn', dateField),
    body,
  }
})

const refuse = (status: number, message: string, field?: string) => {
  return {
    ok: false as const,
    status,
    problem: { code: 'refused', message, fields: field ? { [field]: message } : {} },
  }
}

/** Adds a version of a legal page that applies from a date on. Earlier ones stay as they are: bookings refer to them. */
export function addLegalVersion(
  services: Services,
  { form, by }: { form: FormData; by: Operator },
): Promise<Accepted | FormRefusal> {
  const { db, clock, log } = services
  const add = async ({ shown, body, ...typed }: z.infer<typeof schema>) =>
    db.transaction(async (tx) => {
      if (typed.effectiveOn < today(services)) {
        return refuse(400, 'A version can’t apply before today: guests have accepted the earlier one.', 'effectiveOn')
      }
      // Of two at the same moment, the second waits and finds the first.
      await tx.select({ id: site.id }).from(site).for('update')
      const own = await tx.select().from(legalDocuments).where(eq(kind, typed.kind)).orderBy(desc(version))
      const last = Math.max(0, ...own.map((row) => Number(row.version) || 0))
      const stored = JSON.stringify(body)
      if (
        own.some((row) => row.body === stored && row.title === typed.title && row.effectiveOn === typed.effectiveOn)
      ) {
        return { ok: true as const }
      }
      if (shown !== String(own.length)) {
        return refuse(
          409,
          'Somebody added a version while you were typing. Read it above, then save yours again to add it.',
        )
      }
      const added = { kind: typed.kind, version: String(last + 1), title: typed.title, effectiveOn: typed.effectiveOn }
      await tx.insert(legalDocuments).values({ ...added, body: stored })
      const change = {
        by,
        action: 'legal.version-added',
        subjectId: added.kind,
        after: added,
        at: clock.now(),
      } as const
      return { ok: true as const, id: await recordAudit(tx, change) }
    })
  return runFormAction(form, schema, add, log)
}

/** Removes a version that does not apply yet. */
export const undoLegalVersion: Undo = async (tx, services, { after }) => {
  const added = after as { kind: 'terms'; version: string; effectiveOn: string }
  if (added.effectiveOn <= today(services)) {
    return { ok: false, message: 'This version applies already, and bookings may refer to it. Add another one.' }
  }
  await tx.delete(legalDocuments).where(and(eq(kind, added.kind), eq(version, added.version)))
  return undefined
}
