const ONES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const TEENS = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const TENS = ['twenty', 'thirty']
const BELOW_TWENTY = [...ONES, ...TEENS]
const NUMBER = `\\d{1,2}|(?:${TENS.join('|')})(?:[\\s-]+(?:${ONES.join('|')}))?|${BELOW_TWENTY.join('|')}`

function numberOf(words: string): number {
  const [first = '', second] = words.toLowerCase().split(/[\s-]+/)
  const ones = second === undefined ? 0 : ONES.indexOf(second) + 1
  if (TENS.includes(first)) return 20 + 10 * TENS.indexOf(first) + ones
  return BELOW_TWENTY.includes(first) ? BELOW_TWENTY.indexOf(first) + 1 : Number(first)
}

const RANGE = `\\d{1,2}\\s*[-\u2013]\\s*|(?:${NUMBER})\\s+(?:or|to)\\s+`

/** The number before a noun. Null without one, and for `4 or 5 nights`, of which nobody knows how many. */
function countBefore(text: string, noun: string): number | null {
  const number = `\\b(?<least>${RANGE})?\\b(?<count>${NUMBER})`
  const counted = new RegExp(`${number}[\\s-]+(?:small |little |young |whole |full )?(?:${noun})\\b`, 'i')
  const { least, count } = counted.exec(text)?.groups ?? {}
  return count === undefined || least !== undefined ? null : numberOf(count)
}

/**
 * The length of the stay that a message asks for: "seven nights", "a 3-night stay", "two weeks". Null if it does not
 * say.
 */
export function nightsIn(text: string): number | null {
  const nights = countBefore(text, 'nights?|nts?')
  const weeks = /\ba(?: whole| full)? week\b/i.test(text) ? 1 : countBefore(text, 'weeks?')
  const fortnights = /\ba fortnight\b/i.test(text) ? 2 : 0
  const found = nights ?? (weeks ?? fortnights) * 7
  return found > 0 ? found : null
}

/** The party that a message names: "4 adults and two kids". Otherwise 2 adults. */
export function partyIn(text: string): { adults: number; children: number } {
  const adults = countBefore(text, 'adults?|grown-?ups?')
  const children = countBefore(text, 'child|children|kids?')
  return { adults: Math.max(1, adults ?? 2), children: children ?? 0 }
}
