import { countOf } from '#app/shared/words.ts'
import { factGroups, factRules } from '../fact-rows.ts'
import type { Facts } from '../facts.ts'
import type { Host } from '../host.ts'
import type { Presentation } from '../presentation.ts'

type FactKey = Exclude<keyof Facts, 'sample'>

/** The facts by the form that changes them. */
export const FACT_PARTS = {
  arrival: ['parking', 'access', 'lift', 'ski'],
  comfort: ['wifi', 'heating', 'cooling', 'tvs', 'laundry', 'linens'],
  safety: ['children', 'safety'],
  houseRules: ['quietHours', 'events', 'damage'],
} as const satisfies Record<string, FactKey[]>
export type FactPart = keyof typeof FACT_PARTS

export type Question = Presentation['questions'][number]

/** The stored arrival guide; unknown values are null. */
export type StoredGuide = {
  shownDays: number
  directions: string | null
  parking: string | null
  doorCode: string | null
  wifiName: string | null
  wifiPassword: string | null
  houseManual: string | null
  localTips: string | null
  nightContact: string | null
  nightPhone: string | null
  /** Guests read the codes on their day, paid or not. */
  codesOpen: boolean
  sample: boolean
}

/**
 * The operator's content of a property beside prices and images, by its parts. Each has its own form, its version, its
 * undo and its line in History.
 */
export type PropertyContent = Record<FactPart, Facts> & {
  license: string | null
  host: Host
  questions: Question[]
  guide: StoredGuide
}
export type ContentPart = keyof PropertyContent

/** The data of the pages about a property's content. */
export type ContentPage = {
  slug: string
  name: string
  published: boolean
  content: PropertyContent
  questions: (Question & { version: string })[]
  versions: Record<ContentPart, string>
}

export const PART_TITLES: Record<ContentPart, string> = {
  arrival: 'Getting in and around',
  comfort: 'Comfort',
  safety: 'Children and safety',
  houseRules: 'House rules',
  license: 'License number',
  host: 'Host',
  questions: 'Questions and answers',
  guide: 'Arrival guide',
}

/** The facts of a form; `sample` names those that are invented for the demo. */
export function factsOfPart(facts: Facts, part: FactPart): Facts {
  const keys: readonly FactKey[] = FACT_PARTS[part]
  const known = keys.filter((key) => facts[key] !== undefined)
  const sample = (facts.sample ?? []).filter((key) => known.some((one) => one === key)).toSorted()
  const own = Object.fromEntries(known.map((key) => [key, facts[key]]))
  return sample.length > 0 ? { ...own, sample } : own
}

/** All facts with those of one part replaced. */
export function withPart(facts: Facts, part: FactPart, own: Facts): Facts {
  const keys: readonly string[] = FACT_PARTS[part]
  const others = Object.fromEntries(Object.entries(facts).filter(([key]) => !keys.includes(key)))
  const sample = [...(facts.sample ?? []).filter((key) => !keys.includes(key)), ...(own.sample ?? [])]
  return { ...others, ...own, sample: sample.length > 0 ? sample : undefined }
}

function factLines(facts: Facts): string[] {
  const rows = factGroups(facts, []).flatMap((group) => group.rows)
  return [...rows.map(({ text, note }) => (note ? `${text} (${note})` : text)), ...factRules(facts)]
}

function hostLines({ firstName, image, about, phone, text }: Host): string[] {
  return [
    ...(firstName ? [firstName] : []),
    ...(about ? [about] : []),
    ...(phone ? [`Call ${phone}`] : []),
    ...(text ? [`Text ${text}`] : []),
    ...(image ? ['With a photo'] : []),
  ]
}

/** Without the codes and passwords. */
function guideLines(guide: Omit<StoredGuide, 'doorCode' | 'wifiPassword'>): string[] {
  const { shownDays, directions, parking, wifiName, houseManual, localTips, nightContact, nightPhone } = guide
  const codes = guide.codesOpen ? 'Codes are shown before a stay is paid' : 'Codes wait until a stay is paid'
  const night = [nightContact, nightPhone].filter(Boolean).join(', ')
  return [
    `Shown from ${countOf(shownDays, 'day')} before check-in`,
    codes,
    ...(directions ? [`Directions: ${directions}`] : []),
    ...(parking ? [`Parking: ${parking}`] : []),
    ...(wifiName ? [`Wi-Fi: ${wifiName}`] : []),
    ...(houseManual ? [`House manual: ${houseManual}`] : []),
    ...(localTips ? [`Local tips: ${localTips}`] : []),
    ...(night ? [`At night: ${night}`] : []),
  ]
}

/** Why a change of a code has no Undo. */
export const NO_CODES = 'History does not keep codes. Write the old one again.'

/** One part of the content, or several. In the audit, `codes` names the codes that changed. */
export type StoredPart = Partial<PropertyContent> & { codes?: string[] }

/** The text of a part for guests, a sentence or less each. */
export function partLines(stored: Omit<StoredPart, 'guide'> & { guide?: Parameters<typeof guideLines>[0] }): string[] {
  const { license, host, questions, guide, codes: _, ...facts } = stored
  return [
    ...Object.values(facts).flatMap(factLines),
    ...(license ? [license] : []),
    ...(host ? hostLines(host) : []),
    ...(questions ?? []).map(({ question, answer }) => `${question} ${answer}`),
    ...(guide ? guideLines(guide) : []),
  ]
}

/** Which part of the content a stored change is about. */
export const partOf = (stored: unknown): ContentPart | undefined =>
  Object.keys(stored ?? {}).find((key): key is ContentPart => Object.hasOwn(PART_TITLES, key))
