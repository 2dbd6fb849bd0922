const WORDS = [
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
]
const NUMBER = `\\d{1,2}|${WORDS.join('|')}`
const numberOf = (word: string) => (WORDS.includes(word) ? WORDS.indexOf(word) + 1 : Number(word))

function countBefore(text: string, noun: string): number | null {
  const counted = new RegExp(`\\b(${NUMBER})[\\s-]+(?:small |little |young |whole |full )?(?:${noun})\\b`, 'i')
  const word = counted.exec(text)?.[1]?.toLowerCase()
  return word === undefined ? null : numberOf(word)
}

/** How long a stay a message asks for: "seven nights", "a 3-night stay", "two weeks". Null if it does not say. */
export function nightsIn(text: string): number | null {
  const nights = countBefore(text, 'nights?')
  const weeks = /\ba(?: whole| full)? week\b/i.test(text) ? 1 : countBefore(text, 'weeks?')
  const found = nights ?? (weeks ?? 0) * 7
  return found > 0 ? found : null
}

/** Who comes, as far as a message says so: "4 adults and two kids". Otherwise 2 adults. */
export function partyIn(text: string): { adults: number; children: number } {
  const adults = countBefore(text, 'adults?|grown-?ups?')
  const children = countBefore(text, 'child|children|kids?')
  return { adults: Math.max(1, adults ?? 2), children: children ?? 0 }
}
