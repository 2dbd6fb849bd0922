/** Lines after which everything is a copy of earlier emails, in the languages of guests. */
const BEGINS_COPY = [
  /^-{2,} ?(?:Original Message|(?:Ursprüngliche|Weitergeleitete|Originale?) Nachricht|Message d['’]origine|Message (?:original|transféré)|Mensaje (?:original|reenviado)|Messaggio (?:originale|inoltrato)|Mensagem (?:original|encaminhada)|(?:Oprindelig|Original|Videresendt) (?:meddelelse|besked)|(?:Oorspronkelijk|Doorgestuurd) bericht) ?-{2,}$/i,
  /^-{5,} ?Forwarded message ?-{5,}$/i,
  // Zoho
  /^-{2,} ?On .{5,280} wrote ?-{2,}$/i,
]
/** Outlook draws it above the headers of the copy. Guests part their own words by it, too. */
const RULE = /^_{20,}$/
/** The first word of the line that names who wrote the copy, and its verb. */
const BEGINS = /^(?:On|Am|Le|El|Den|Op|Il|Em|W dniu|Dne)(?!\p{L})|^在/u
const VERB = /(?<!\p{L})(?:wrote|schrieb|(?:a )?écrit|escribió|skrev|schreef|ha scritto|escreveu)(?!\p{L})/u
const VERBS_OF_OTHERS = ['pisze', 'napisał', 'napsal', 'пишет', 'написал', '写道', '寫道']
/** In a date, or an address. A sentence of a guest rarely has them. */
const HAS_FACT = /[\d@<]/
const FROM_LINE = /^\*?(?:From|Von|De|Fra|Från|Van|Da) ?:/
const NEXT_LINE =
  /^\*?(?:Sent|Date|To|Cc|Reply-To|Subject|Gesendet|Datum|An|Envoyé|À|Enviado(?: el)?|Fecha|Para|Sendt|Dato|Til|Verzonden|Aan|Inviato|Data|Skickat|Till) ?:/
/** A guest lists days as `From:` and `To:`, too. Only the copy of an email says when it was sent, or has a subject. */
const OF_EMAIL =
  /^\*?(?:Sent|Gesendet|Envoyé|Enviado(?: el)?|Sendt|Verzonden|Inviato|Skickat|Subject|Betreff|Objet|Asunto|Emne|Onderwerp|Oggetto|Assunto|Ämne) ?:/
const HEADERS = 6
/** GMX and WEB.DE write when it was sent above who wrote it. */
const SENT_LINE = /^\*?(?:Sent|Gesendet|Envoyé|Enviado) ?: .*\d/
const LONGEST_INTRODUCTION = 300

/**
 * A person's own text, and the copy of earlier emails below it. Each line is looked at once, so a hostile text costs no
 * more than its length.
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
  const marked = lines.findIndex((line, at) => isMark(line.trim(), lines.slice(at + 1, at + 3)))
  if (marked >= 0 && marked < end) return introduction(lines, marked)
  return isQuoted ? introduction(lines, start) : headed(lines)
}

function isMark(line: string, next: string[]): boolean {
  if (RULE.test(line)) return next.some((one) => FROM_LINE.test(one.trim()))
  return BEGINS_COPY.some((mark) => mark.test(line))
}

/** "On Friday, ... wrote:" stands above the copy, on up to three lines. */
function introduction(lines: string[], start: number): number {
  let above = start
  while (above > 0 && lines[above - 1]?.trim() === '') above -= 1
  const last = lines[above - 1]?.trim() ?? ''
  if (last.length > LONGEST_INTRODUCTION) return start
  const alone = namesWhoAndWhen(last) ? above - 1 : start
  if (!wrote(last)) return alone
  const begins = [above - 1, above - 2, above - 3].find((at) => BEGINS.test(lines[at]?.trim() ?? ''))
  return begins ?? alone
}

/** A copy without marks begins with who wrote it, or with its headers. */
function headed(lines: string[]): number {
  const at = lines.findIndex((line, index) => {
    const words = line.trim()
    if (words.length > LONGEST_INTRODUCTION) return false
    const next = lines[index + 1]?.trim() ?? ''
    if (FROM_LINE.test(words)) return NEXT_LINE.test(next) && isOfEmail(words, lines.slice(index + 1, index + HEADERS))
    if (SENT_LINE.test(words) && FROM_LINE.test(next)) return true
    return (namesWhoAndWhen(words) && wrote(words)) || (BEGINS.test(words) && isIntroduction(words, next))
  })
  return at < 0 ? lines.length : at
}

const isOfEmail = (from: string, next: string[]) =>
  from.includes('@') || next.some((line) => OF_EMAIL.test(line.trim()))

const endsWithColon = (words: string) => words.endsWith(':') || words.endsWith('：')
const wrote = (words: string) =>
  endsWithColon(words) && (VERB.test(words) || VERBS_OF_OTHERS.some((verb) => words.includes(verb)))

/**
 * As no guest writes: `2027-06-01 10:00 GMT+02:00 Cove <hello@example.com>:`, or with the verb before or after the day.
 */
const namesWhoAndWhen = (words: string) => words.includes('@') && /\d{4}/.test(words) && endsWithColon(words)

/** A sentence of a guest can begin so, too: "Am Montag schrieb ich Ihnen:". */
function isIntroduction(words: string, next: string): boolean {
  const text = wrote(words) ? words : `${words} ${next}`
  if (text !== words && next.length >= 120) return false
  return wrote(text) && (/^On(?!\p{L})/u.test(words) || HAS_FACT.test(text))
}
