/** Lines after which everything is a copy of earlier emails, in the languages of guests. */
const BEGINS_COPY = [
  /^-{2,} ?(?:Original Message|(?:Ursprüngliche|Weitergeleitete|Originale?) Nachricht|Message d['’]origine|Message (?:original|transféré)|Mensaje (?:original|reenviado)|(?:Oprindelig|Original|Videresendt) (?:meddelelse|besked)|(?:Oorspronkelijk|Doorgestuurd) bericht) ?-{2,}$/i,
  /^_{20,}$/,
  /^-{5,} ?Forwarded message ?-{5,}$/i,
]
/** The first word of the line that says who wrote the copy, and its verb. */
const BEGINS = /^(?:On|Am|Le|El|Den|Op|Il|Em)(?!\p{L})/u
const WROTE = /(?<!\p{L})(?:wrote|schrieb|(?:a )?écrit|escribió|skrev|schreef|ha scritto|escreveu)(?!\p{L}).{0,200}:$/u
/** In a date, or an address. A sentence of a guest rarely has them. */
const HAS_FACT = /[\d@<]/
const FROM_LINE = /^\*?(?:From|Von|De|Fra|Från|Van|Da) ?:/
const NEXT_LINE =
  /^\*?(?:Sent|Date|To|Gesendet|Datum|An|Envoyé|À|Enviado(?: el)?|Fecha|Para|Sendt|Dato|Til|Verzonden|Aan|Inviato|Data|Skickat|Till) ?:/
/** GMX and WEB.DE write when it was sent above who wrote it. */
const SENT_LINE = /^\*?(?:Sent|Gesendet|Envoyé|Enviado) ?: .*\d/
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

/** "On Friday, ... wrote:" stands above the copy, on up to three lines. */
function introduction(lines: string[], start: number): number {
  let above = start
  while (above > 0 && lines[above - 1]?.trim() === '') above -= 1
  const last = lines[above - 1]?.trim() ?? ''
  if (!WROTE.test(last) || last.length > LONGEST_INTRODUCTION) return start
  const begins = [above - 1, above - 2, above - 3].find((at) => BEGINS.test(lines[at]?.trim() ?? ''))
  return begins ?? start
}

/** A copy without marks begins with who wrote it, or with its headers. */
function headed(lines: string[]): number {
  const at = lines.findIndex((line, index) => {
    const words = line.trim()
    if (words.length > LONGEST_INTRODUCTION) return false
    const next = lines[index + 1]?.trim() ?? ''
    const isHead = (FROM_LINE.test(words) && NEXT_LINE.test(next)) || (SENT_LINE.test(words) && FROM_LINE.test(next))
    return isHead || (BEGINS.test(words) && isIntroduction(words, next))
  })
  return at < 0 ? lines.length : at
}

/** A sentence of a guest can begin so, too: "Am Montag schrieb ich Ihnen:". */
function isIntroduction(words: string, next: string): boolean {
  const text = WROTE.test(words) ? words : `${words} ${next}`
  if (text !== words && next.length >= 120) return false
  return WROTE.test(text) && (/^On(?!\p{L})/u.test(words) || HAS_FACT.test(text))
}
