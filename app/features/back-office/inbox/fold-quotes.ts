/** Lines after which everything is a copy of earlier emails, as mail programs write them in English. */
const BEGINS_COPY = [/^-{2,} ?Original Message ?-{2,}$/i, /^_{20,}$/, /^-{5,} ?Forwarded message ?-{5,}$/i]
const WROTE = /\bwrote:$/
const LONGEST_INTRODUCTION = 300

/**
 * What somebody wrote, and the copy of earlier emails below it. Each line is looked at once, so a hostile text costs no more than its
 * length.
 */
export function foldQuotes(text: string): { text: string; quoted: string } {
  const lines = text.split(/\r?\n/)
  const start = copyStart(lines)
  const own = lines.slice(0, start).join('\n').trim()
  // Who answers between the lines of the copy has written it there.
  if (own === '') return { text: text.trim(), quoted: '' }
  return { text: own, quoted: lines.slice(start).join('\n').trim() }
}

function copyStart(lines: string[]): number {
  // From the end up, as long as lines are quoted or empty.
  let start = lines.length
  while (start > 0 && /^(?:>.*|\s*)$/.test(lines[start - 1] ?? '')) start -= 1
  const isQuoted = lines.slice(start).some((line) => line.startsWith('>'))
  const end = isQuoted ? start : lines.length
  const marked = lines.findIndex((line) => BEGINS_COPY.some((mark) => mark.test(line.trim())))
  if (marked >= 0 && marked < end) return introduction(lines, marked)
  return isQuoted ? introduction(lines, start) : headed(lines)
}

/** "On Friday, ... wrote:" stands above the copy, on one line or two. */
function introduction(lines: string[], start: number): number {
  let above = start
  while (above > 0 && lines[above - 1]?.trim() === '') above -= 1
  const last = lines[above - 1]?.trim() ?? ''
  if (!WROTE.test(last) || last.length > LONGEST_INTRODUCTION) return start
  const begins = [above - 1, above - 2].find((at) => /^On\b/.test(lines[at]?.trim() ?? ''))
  return begins ?? start
}

/** A copy without marks begins with who wrote it, or with its headers. */
function headed(lines: string[]): number {
  const at = lines.findIndex((line, index) => {
    const words = line.trim()
    if (words.length > LONGEST_INTRODUCTION) return false
    const next = lines[index + 1]?.trim() ?? ''
    const isHead = /^From: /.test(words) && /^(?:Sent|Date|To): /.test(next)
    return isHead || (/^On\b/.test(words) && (WROTE.test(words) || (WROTE.test(next) && next.length < 120)))
  })
  return at < 0 ? lines.length : at
}
