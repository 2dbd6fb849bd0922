import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { lockImage } from '#app/features/media/orphans.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { OTHER_FORM, undoFrom } from '#app/platform/change/recorded.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { refuse } from '#app/shared/refusal.ts'
import type { Facts } from '../facts.ts'
import { properties } from '../properties.tables.server.ts'
import { GUIDE_FIELDS, HOST_FIELDS, LICENSE_FIELDS, NO_QUESTION, QUESTION_FIELDS } from './content-fields.ts'
import { contentChangeFacts, contentChangeWords, recordedPart } from './content-history.server.ts'
import { ARRIVAL_FIELDS, COMFORT_FIELDS, HOUSE_RULES_FIELDS, SAFETY_FIELDS } from './fact-fields.ts'
import { type ContentProperty, lockContentProperty } from './property-content.server.ts'
import {
  type ContentPart,
  type FactPart,
  NO_CODES,
  PART_TITLES,
  type PropertyContent,
  partLines,
  partOf,
  type Question,
  type StoredPart,
} from './property-content.ts'
import { storeContent } from './store-content.server.ts'

/** Codes open doors: no record of a change contains one, and no change of one can be undone. */
const CODES = [
  { name: 'doorCode', label: 'Door code' },
  { name: 'wifiPassword', label: 'Wi-Fi password' },
] as const

const lockPropertyRow = (tx: Tx, { services: { clock, log }, params }: Posted) =>
  lockContentProperty({ db: tx, clock, log }, eq(properties.slug, params.slug ?? ''))

const RECORDED = { before: recordedPart, after: recordedPart }

/** Undoes a change if nothing has changed since; otherwise a sentence says why not. */
const undoContentChange = undoFrom(RECORDED, async (tx, { clock, log }, { subjectId, before, after }) => {
  const reads = { db: tx, clock, log }
  const { guide: guideBefore, codes: _, ...was } = before
  const image = was.host?.image
  if (image && image !== after.host?.image && !(await lockImage(tx, image, 'share'))) {
    return refuse('refused', 'The earlier photo is gone by now.')
  }
  const property = await lockContentProperty(reads, eq(properties.id, subjectId))
  if (!property) return refuse('refused', 'The home is gone.')
  const part = partOf(before)
  if (!part) return OTHER_FORM
  const { [part]: left } = after
  const { guide } = property.content
  const now = part === 'guide' ? withoutCodes(guide) : property.content[part]
  if (canonical(now) !== canonical(left)) {
    return refuse(
      'refused',
      `This was changed again since: ${PART_TITLES[part]} of ${property.name}. Undo the later change first.`,
    )
  }
  await storeContent(reads, property.id, guideBefore ? { guide: { ...guide, ...guideBefore } } : was)
  return undefined
})

/** A part of the content of the property that the page is about. */
const contentPart = <Part extends ContentPart>(part: Part) =>
  defineRecord({
    scope: 'content:write',
    lock: lockPropertyRow,
    names: {
      'content.changed': { words: contentChangeWords, facts: contentChangeFacts, undo: undoContentChange },
      'content.code-changed': { words: contentChangeWords, facts: contentChangeFacts, undo: NO_CODES },
    },
    read: ({ content }: ContentProperty): PropertyContent[Part] => content[part],
    store: (tx, { id }, value, { clock, log }) => storeContent({ db: tx, clock, log }, id, { [part]: value }),
    about: ({ id, timeZone, content }, after) => ({
      subjectId: id,
      propertyIds: [id],
      timeZone,
      ...recordOf(content, { [part]: after }),
    }),
  })

const host = contentPart('host')
const questions = contentPart('questions')

function recordOf(content: PropertyContent, after: StoredPart) {
  const { guide } = after
  const part = partOf(after)
  if (!guide) return { name: 'content.changed', before: part && { [part]: content[part] }, after } as const
  const changed = CODES.filter(({ name }) => content.guide[name] !== guide[name])
  return {
    name: changed.length > 0 ? 'content.code-changed' : 'content.changed',
    before: { guide: withoutCodes(content.guide) },
    after: { guide: withoutCodes(guide), codes: changed.map(({ label }) => label) },
  } as const
}

function withoutCodes({ doorCode: _, wifiPassword: __, ...guide }: PropertyContent['guide']) {
  return guide
}

/** The second of two operators who change a part reads its current state, codes included. */
const linesOf = (part: ContentPart) => (value: StoredPart[ContentPart]) => {
  const stored: StoredPart = { [part]: value }
  const codes = CODES.flatMap(({ name, label }) => (stored.guide?.[name] ? `${label}: ${stored.guide[name]}` : []))
  return [...partLines(stored), ...codes]
}

/** A fact that was changed is the operator's own; the others remain samples. */
const factChange = <Form extends z.ZodType<Facts>>(part: FactPart, form: Form) =>
  contentPart(part).change({
    form,
    lines: linesOf(part),
    make: (typed, { sample = [], ...before }) => {
      const isSame = (key: (typeof sample)[number]) =>
        key !== 'rooms' && typed[key] !== undefined && canonical(typed[key]) === canonical(before[key])
      const still = sample.filter(isSame)
      return still.length > 0 ? { ...typed, sample: still } : typed
    },
  })

/** Said beside what is wrong with other fields. */
const arrivalForm = formOf(ARRIVAL_FIELDS).refine(
  ({ lift }) => lift?.to === undefined || lift.minutes !== undefined || lift.miles !== undefined,
  { path: ['lift', 'minutes'], error: 'Please enter minutes or miles', when: () => true },
)

const comfortForm = formOf(COMFORT_FIELDS).transform(({ wifi: { isThere, ...wifi }, ...facts }) =>
  isThere || wifi.mbps !== undefined || wifi.note !== undefined ? { ...facts, wifi } : facts,
)

const MOST_QUESTIONS = 50
const GONE = 'Somebody removed or renamed this question while you were typing. Yours is in the form: save it to add it.'

/**
 * Adds a question, or changes the one whose words are `id`. Of two who change one, the second sees the other's answer.
 */
function withQuestion(typed: Question, questions: Question[], { id, version, isRolledBack }: Posted) {
  if (typed.question.length < 3) return refuse('invalid-input', CHECK_FIELDS, { question: NO_QUESTION })
  const isSame = (other: Question) => other.question.toLowerCase() === typed.question.toLowerCase()
  const stored = questions.find(({ question }) => question === id)
  const twin = questions.find((other) => other !== stored && isSame(other))
  // Pressed twice, the second is like the first.
  if (twin && !stored && twin.answer === typed.answer) return questions
  if (twin)
    return refuse('invalid-input', CHECK_FIELDS, {
      question: 'This question is there already',
    })
  if (id && !stored) return refuse('refused', GONE)
  if (stored && !isRolledBack && versionOf(stored) !== version) {
    const theirs = `Somebody changed this answer while you were typing. It says now: ${stored.answer}`
    return refuse('refused', `${theirs}\nYours is still in the form: save it again to replace theirs.`)
  }
  if (!stored && questions.length >= MOST_QUESTIONS)
    return refuse('invalid-input', `There can be ${MOST_QUESTIONS} questions. Please remove one first.`)
  return stored ? questions.map((other) => (other === stored ? typed : other)) : [...questions, typed]
}

/** A question moves up or down by one. */
function withMoved({ to }: { to: 'up' | 'down' }, questions: Question[], { id }: Posted) {
  const at = questions.findIndex(({ question }) => question === id)
  const next = to === 'up' ? at - 1 : at + 1
  const [moved, other] = [questions[at], questions[next]]
  return moved && other ? questions.with(at, other).with(next, moved) : questions
}

export const contentChanges = {
  arrival: factChange('arrival', arrivalForm),
  comfort: factChange('comfort', comfortForm),
  safety: factChange('safety', formOf(SAFETY_FIELDS)),
  houseRules: factChange('houseRules', formOf(HOUSE_RULES_FIELDS)),
  license: contentPart('license').change({
    form: formOf(LICENSE_FIELDS),
    lines: linesOf('license'),
    make: ({ license }) => license,
  }),
  /** Saved by an operator, the host and the guide are no longer samples. The photo has a form of its own. */
  host: host.change({
    form: formOf(HOST_FIELDS),
    lines: linesOf('host'),
    make: (typed, { image }) => ({ ...typed, image }),
  }),
  'remove-image': host.change({
    form: z.object({}),
    lines: linesOf('host'),
    make: (_, { image: __, ...stored }) => stored,
  }),
  /** One of the questions changes: of two who change different ones, neither is refused. */
  question: questions.press({ form: formOf(QUESTION_FIELDS), make: withQuestion }),
  'remove-question': questions.press({
    form: z.object({}),
    make: (_, stored, { id }) => stored.filter(({ question }) => question !== id),
  }),
  'move-question': questions.press({ form: z.object({ to: z.enum(['up', 'down']) }), make: withMoved }),
  guide: contentPart('guide').change({
    form: formOf(GUIDE_FIELDS),
    lines: linesOf('guide'),
    make: (typed) => ({ ...typed, sample: false }),
  }),
}

/** Shows an uploaded photo of the host. The image is locked before the property. */
export const imageChange = host.press({
  form: z.object({ image: boundedText(500) }),
  lock: async (tx, posted, { image }) => ((await lockImage(tx, image, 'share')) ? lockPropertyRow(tx, posted) : null),
  make: ({ image }, stored) => ({ ...stored, image }),
})
