/** A count for guests: `4,000`. */
export const formatCount = (count: number) => count.toLocaleString('en-US')

// Marked as pure: scripts without lists leave the formats out.
const all = /* @__PURE__ */ new Intl.ListFormat('en-US', { type: 'conjunction' })
const any = /* @__PURE__ */ new Intl.ListFormat('en-US', { type: 'disjunction' })

/** A list in words: `Fridays, Saturdays, and Sundays`. */
export const listOf = (words: string[]) => all.format(words)
/** The same with `or`. */
export const anyOf = (words: string[]) => any.format(words)

/** The same with a capital at its beginning. */
export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A text of a list shows so many characters. */
const MOST_SHOWN = 100

/** The beginning of a text in one line, for a list. A longer one is cut between two words. */
export function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= MOST_SHOWN) return line
  const cut = line.slice(0, MOST_SHOWN)
  return `${cut.slice(0, cut.lastIndexOf(' ')) || cut}...`
}

/** A number with its noun: `1 night`, `4,000 miles`; pass `many` for irregular plurals. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

const HOUR = 3600

/** A time so far or left in words, rounded down: minutes, then hours, and days from two on. */
export function wholeDuration(seconds: number): string {
  if (seconds < 60) return 'less than a minute'
  if (seconds < HOUR) return countOf(Math.floor(seconds / 60), 'minute')
  const hours = Math.floor(seconds / HOUR)
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.floor(hours / 24), 'day')
}

/** A waiting time in words: seconds up to a minute, then minutes, then hours, each rounded up. */
export function durationText(seconds: number): string {
  if (seconds < 60) return countOf(seconds, 'second')
  if (seconds <= HOUR) return countOf(Math.ceil(seconds / 60), 'minute')
  return countOf(Math.ceil(seconds / HOUR), 'hour')
}
