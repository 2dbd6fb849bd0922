import { lockImage } from '#app/features/media/orphans.server.ts'
import { recordAudit, type Undo } from '#app/platform/change/audit.server.ts'
import { changedSinceWords, versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import type { Host } from '../host.ts'
import { type ContentHome, lockContentHome } from './property-content.server.ts'
import {
  type ContentPart,
  PART_TITLES,
  type PropertyContent,
  partLines,
  partOf,
  type StoredPart,
} from './property-content.ts'
import { storeContent } from './store-content.server.ts'

type Refusal = { ok: false; status: number; message: string; fields?: Record<string, string> }
/** `changeId` is null if everything is like that already. */
export type ContentOutcome = { ok: true; changeId: string | null } | Refusal

export type ContentEdit<Part extends ContentPart> = (
  content: PropertyContent,
) => { ok: true; value: PropertyContent[Part] } | Refusal

/** The part that a change is about, and what becomes of it. */
export type PartEdit = { [Part in ContentPart]: { part: Part; edit: ContentEdit<Part> } }[ContentPart]

type ContentChange = PartEdit & {
  propertyId: string
  by: Operator
  /** The part as its form showed it; null if the edit sees to it that nothing unseen is replaced. */
  version: string | null
  /** An image that the change begins to show. */
  image?: string
}

/** Codes open doors: no record of a change contains one, and no change of one can be undone. */
const CODES = [
  { name: 'doorCode', label: 'Door code' },
  { name: 'wifiPassword', label: 'Wi-Fi password' },
] as const

const refuse = (message: string, status = 409): Refusal => ({ ok: false, status, message })
const PHOTO_GONE = 'The photo is gone by now. Please choose it again.'

/** Stores a change of a property's content with its audit row. Two who change the same thing: the second is refused. */
export function changeContent(
  services: Services,
  { propertyId, by, part, version, edit, image }: ContentChange,
): Promise<ContentOutcome> {
  const { db, clock, log } = services
  return retryTransaction(() =>
    db.transaction(async (tx): Promise<ContentOutcome> => {
      if (image && !(await lockImage(tx, image, 'share'))) return refuse(PHOTO_GONE)
      const reads = { db: tx, clock, log }
      const home = await lockContentHome(reads, propertyId)
      if (!home) return refuse('There is no such home.', 404)
      const now = home.content[part]
      const edited = edit(home.content)
      if (!edited.ok) return edited
      if (canonical(edited.value) === canonical(now)) return { ok: true, changeId: null }
      if (version !== null && versionOf(now) !== version) return refuse(await changedSince(tx, home, part))
      const after = { [part]: edited.value } as StoredPart
      await storeContent(reads, home.id, after)
      const record = { by, subjectId: home.id, propertyIds: [home.id], at: clock.now() }
      const changeId = await recordAudit(tx, { ...record, ...auditedChange(home.content, after) })
      return { ok: true, changeId }
    }),
  )
}

/** Tells the operator, who may see codes, what the part says now. */
function changedSince(tx: Tx, { id, timeZone, content }: ContentHome, part: ContentPart): Promise<string> {
  const codes = CODES.flatMap(({ name, label }) => {
    const code = part === 'guide' && content.guide[name]
    return code ? [`${label}: ${code}`] : []
  })
  const lines = [...partLines({ [part]: content[part] }), ...codes]
  return changedSinceWords(tx, { subject: 'content', subjectId: id, timeZone, lines })
}

function auditedChange(content: PropertyContent, after: StoredPart) {
  const { guide } = after
  const part = partOf(after)
  if (!guide) return { action: 'content.changed', before: part && { [part]: content[part] }, after } as const
  const changed = CODES.filter(({ name }) => content.guide[name] !== guide[name])
  return {
    action: changed.length > 0 ? 'content.code-changed' : 'content.changed',
    before: { guide: withoutCodes(content.guide) },
    after: { guide: withoutCodes(guide), codes: changed.map(({ label }) => label) },
  } as const
}

function withoutCodes({ doorCode: _, wifiPassword: __, ...guide }: PropertyContent['guide']) {
  return guide
}

/** Takes a change back where everything is still as it was left; otherwise a sentence says why not. */
export const undoContentChange: Undo = async (tx, { clock, log }, { subjectId, before, after }) => {
  const reads = { db: tx, clock, log }
  const was = before as StoredPart
  const photo = was.host?.photo
  if (photo && photo !== (after as { host: Host }).host.photo && !(await lockImage(tx, photo, 'share'))) {
    return { ok: false, message: 'The earlier photo is gone by now.' }
  }
  const home = await lockContentHome(reads, subjectId)
  const part = partOf(was)
  if (!home || !part) return { ok: false, message: 'The home is gone.' }
  const { [part]: left } = after as StoredPart
  const { guide } = home.content
  const now = part === 'guide' ? withoutCodes(guide) : home.content[part]
  if (canonical(now) !== canonical(left)) {
    return {
      ok: false,
      message: `This was changed again since: ${PART_TITLES[part]} of ${home.name}. Undo the later change first.`,
    }
  }
  await storeContent(reads, home.id, part === 'guide' ? { guide: { ...guide, ...was.guide } } : was)
  return undefined
}
