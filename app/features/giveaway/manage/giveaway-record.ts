import { z } from 'zod'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { instantOfWallTime, isWallTime } from '#app/shared/wall-time.ts'
import { CHANNELS } from '../channels.ts'
import { giveawayContentSchema } from '../giveaway.ts'
import { SEED_KINDS } from '../seed.ts'

const SKIPPED = 'The clocks are set forward past this time. Please choose another one.'
const NO_MOMENT = { error: 'Please enter a date and a time', abort: true }
const NO_ZONE = { error: 'Please choose a time zone', abort: true }
const NOT_LATER = 'Entries have to close after they open'

/** Without one, no moment can be told. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null
  } catch {
    return false
  }
}

/** The rules that entrants accept. The moments are on the clocks of the time zone. */
const rules = z.object({
  sponsor: z.string(),
  opens: boundedText(40).refine(isWallTime, NO_MOMENT),
  closes: boundedText(40).refine(isWallTime, NO_MOMENT),
  timeZone: boundedText(60).refine(isTimeZone, NO_ZONE),
  prize: z.string(),
  /** In cents. */
  retailValue: z.int().min(0).max(99_999_999),
  eligibility: z.string(),
  excludedStates: z.array(z.string()),
  freeEntryMethod: z.string(),
  odds: z.string(),
  winnerSelection: z.string(),
  answerDays: z.int().min(1).max(60).optional(),
  seedKind: z.enum(SEED_KINDS),
  seedSource: z.string().optional(),
  channels: z.array(z.enum(CHANNELS)),
  bonusPerChannel: z.int().min(0),
  maximumBonus: z.int().min(0),
})

/** When entries open and close, by rules that passed their schema. */
export function momentsOf({ opens, closes, timeZone }: Pick<Rules, 'opens' | 'closes' | 'timeZone'>) {
  const [opensAt, closesAt] = [opens, closes].map((wall) => instantOfWallTime(wall, timeZone))
  return { opensAt, closesAt }
}

const inOrder: z.core.CheckFn<Rules> = ({ value, issues }) => {
  const wrong = (name: keyof Rules, message: string) =>
    issues.push({ code: 'custom', path: [name], message, input: value[name] })
  const { opensAt, closesAt } = momentsOf(value)
  if (!opensAt) wrong('opens', SKIPPED)
  if (!closesAt) wrong('closes', SKIPPED)
  if (opensAt && closesAt && closesAt <= opensAt) wrong('closes', NOT_LATER)
}

export const rulesSchema = rules.check(inOrder)
export type Rules = z.infer<typeof rules>

/** A new giveaway: its name, and its rules. */
export const startSchema = rules.extend({ name: z.string() }).check(inOrder)
export type Start = z.infer<typeof startSchema>

/** The content of its page beside the rules. */
export const pageSchema = z.object({ name: z.string(), ...giveawayContentSchema.shape })
export type Page = z.infer<typeof pageSchema>
