const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

function countBefore(text: string, noun: string): number | null {
  const found = new RegExp(`\\b(\\d{1,2}|${WORDS.join('|')})\\s+(?:small |little |young )?(?:${noun})\\b`, 'i').exec(
    text,
  )
  const word = found?.[1]?.toLowerCase()
  if (word === undefined) return null
  return WORDS.includes(word) ? WORDS.indexOf(word) + 1 : Number(word)
}

/** Who comes, as far as a message says so: "4 adults and two kids". Otherwise 2 adults. */
export function partyIn(text: string): { adults: number; children: number } {
  const adults = countBefore(text, 'adults?|grown-?ups?')
  const children = countBefore(text, 'child|children|kids?')
  return { adults: Math.max(1, adults ?? 2), children: children ?? 0 }
}
