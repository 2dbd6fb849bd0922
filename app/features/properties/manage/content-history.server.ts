import { z } from 'zod'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { listOf } from '#app/shared/words.ts'
import { factsSchema } from '../facts.ts'
import { hostSchema } from '../host.ts'
import { PART_TITLES, partLines, partOf } from './property-content.ts'

const text = z.string().nullable()

const questions = z.array(z.object({ question: z.string(), answer: z.string() }))

/** The guide as History has it: without codes and passwords. */
const guide = z.object({
  shownDays: z.number(),
  directions: text,
  parking: text,
  wifiName: text,
  houseManual: text,
  localTips: text,
  nightContact: text.default(null),
  nightPhone: text.default(null),
  codesOpen: z.boolean().default(false),
  sample: z.boolean().default(false),
})

/** A part of the content as the audit stores it. */
export const recordedPart = z
  .object({
    arrival: factsSchema,
    comfort: factsSchema,
    safety: factsSchema,
    houseRules: factsSchema,
    license: text,
    host: hostSchema,
    questions,
    guide,
    codes: z.array(z.string()),
  })
  .partial()

const RECORDED = { before: recordedPart, after: recordedPart }

export const contentChangeWords = fromRecorded(RECORDED, ({ before, after }) => {
  const part = partOf(after) ?? partOf(before)
  return `${part ? PART_TITLES[part] : 'Content'} changed`
})

/** The removed and added lines of a change, in words. */
export const contentChangeFacts = fromRecorded(RECORDED, ({ before, after }) => {
  const part = partOf(after)
  if (!part) return []
  const [old, now] = [partLines(before), partLines(after)]
  const gone = old.filter((line) => !now.includes(line))
  const added = now.filter((line) => !old.includes(line))
  const codes = after.codes ?? before.codes ?? []
  return [
    ...(gone.length + added.length > 0
      ? [{ name: PART_TITLES[part], before: gone.join('; '), after: added.join('; ') }]
      : []),
    ...(codes.length > 0 ? [{ name: listOf(codes), before: 'not stored here', after: 'not stored here' }] : []),
  ]
})
