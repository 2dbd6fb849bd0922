export const SEED_KINDS = ['powerball', 'mega-millions', 'dice', 'text'] as const
/** How a seed is written. `text`: any line that anyone can retype. */
export type SeedKind = (typeof SEED_KINDS)[number]

/** Numbers of a drawing: `count` of them up to `max`, which rise where their order says nothing. */
type Group = { count: number; max: number; rises: boolean }
type Form = { label: string; groups: readonly Group[]; words: string; example: string }

/** Powerball and Mega Millions since April 2025. */
const FORMS: Record<SeedKind, Form> = {
  powerball: {
    label: 'Powerball: five numbers and a Powerball',
    groups: [
      { count: 5, max: 69, rises: true },
      { count: 1, max: 26, rises: false },
    ],
    words: 'five different numbers from 1 to 69 in rising order, then the Powerball from 1 to 26',
    example: '5 12 33 41 60 9',
  },
  'mega-millions': {
    label: 'Mega Millions: five numbers and a Mega Ball',
    groups: [
      { count: 5, max: 70, rises: true },
      { count: 1, max: 24, rises: false },
    ],
    words: 'five different numbers from 1 to 70 in rising order, then the Mega Ball from 1 to 24',
    example: '7 18 29 44 70 13',
  },
  dice: {
    label: 'Dice: six throws',
    groups: [{ count: 6, max: 6, rises: false }],
    words: 'six numbers from 1 to 6 in the order of the throws',
    example: '4 1 6 6 2 3',
  },
  text: {
    label: 'Something else',
    groups: [],
    words: 'one line of up to 500 plain letters, digits, and symbols',
    example: '',
  },
}

export const SEED_LABELS = Object.fromEntries(SEED_KINDS.map((kind) => [kind, FORMS[kind].label])) as Record<
  SeedKind,
  string
>

/** How it is written: `five numbers from …, such as “5 12 33 41 60 9”`. */
export function seedForm(kind: SeedKind): string {
  const { words, example } = FORMS[kind]
  return example ? `${words}, with one space between them, such as “${example}”` : words
}

const DAY_MS = 86_400_000

/**
 * From when on a seed is taken; null if at any time. The rules promise a drawing of the lottery that is held a full day
 * or more after the close. One before is known too early.
 */
export function seedFrom(kind: SeedKind, closesAt: Date): Date | null {
  return kind === 'powerball' || kind === 'mega-millions' ? new Date(closesAt.getTime() + DAY_MS) : null
}

/** One line of printable ASCII with single spaces, so that anyone can retype it exactly. */
const LINE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/** Parses a typed seed into its canonical spelling; null if it is none. */
export function parseSeed(typed: string, kind: SeedKind): string | null {
  const plain = typed.trim().replace(/\s+/g, ' ')
  const { groups } = FORMS[kind]
  if (groups.length === 0) return LINE.test(plain) && plain.length <= 500 ? plain : null
  const words = plain.split(/[ ,;-]+/)
  if (!words.every((word) => /^\d{1,3}$/.test(word))) return null
  const numbers = words.map(Number)
  const parts = groups.map(({ count, max, rises }) => {
    const part = numbers.splice(0, count)
    const isRight = part.length === count && part.every((one) => one >= 1 && one <= max)
    if (!isRight || (rises && new Set(part).size < count)) return null
    return rises ? part.toSorted((a, b) => a - b) : part
  })
  return numbers.length > 0 || parts.includes(null) ? null : parts.flat().join(' ')
}
