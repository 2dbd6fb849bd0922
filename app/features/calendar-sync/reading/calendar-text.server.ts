/** The bytes of a calendar as text: UTF-8, or UTF-16 with or without its mark. */
export function decodeCalendar(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff || (first !== undefined && first !== 0 && second === 0))
    return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe || (first === 0 && second !== 0)) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}

/** The lines of one event that say something about nights, unfolded, and its place in the file from 1 on. */
export type EventLines = { place: number; lines: string[] }

/** A calendar in pieces, so that one that is broken costs nothing but itself. */
export type CalendarPieces = {
  prodId: string
  /** `X-WR-TIMEZONE`; empty if it does not say. */
  zone: string
  events: EventLines[]
  /** The lines of each VTIMEZONE. */
  zones: string[][]
  /** The `FREEBUSY` and `DTEND` lines of its VFREEBUSY components. */
  busy: string[]
}

const OF_EVENT =
  /^(?:DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|UID|SEQUENCE|STATUS|TRANSP|SUMMARY|DTSTAMP|LAST-MODIFIED)[;:]/i
const OF_BUSY = /^(?:FREEBUSY|DTEND)[;:]/i
const EDGE = /^(BEGIN|END):\s*([\w-]+)/i

/** The value of a line: the text after the first colon outside quotation marks. */
export function lineValue(line: string): string {
  const found = /^[^:"]*(?:"[^"]*"[^:"]*)*:(.*)$/s.exec(line)
  return (found?.[1] ?? line.slice(line.indexOf(':') + 1)).trim()
}

/** Most calendars end their lines with `\r\n`, some with either of the two alone. Templates may indent all of them. */
function linesIn(text: string): string[] {
  const lines = (/\r(?!\n)/.test(text) ? text.replace(/\r\n?/g, '\n') : text).split('\n')
  if (/^BEGIN:VEVENT/im.test(text)) return lines
  const [, indent = ''] = /^([ \t]+)BEGIN:VEVENT\s*$/im.exec(text) ?? []
  return indent === '' ? lines : lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
}

/** The pieces of a calendar. Null if it ends before its end, or within an event. What is around it is not read. */
export function splitCalendar(text: string): CalendarPieces | null {
  const pieces: CalendarPieces = { prodId: '', zone: '', events: [], zones: [], busy: [] }
  let open: string[] = []
  let lines = null as string[] | null
  let isKept = false
  let place = 0

  function begin(name: string) {
    // An event without its end line ends where the next begins.
    if (name === 'VEVENT') open = ['VCALENDAR']
    open.push(name)
    if (name === 'VEVENT') {
      lines = []
      place += 1
      pieces.events.push({ place, lines })
    } else if (name === 'VTIMEZONE') {
      lines = []
      pieces.zones.push(lines)
    } else if (name === 'VFREEBUSY') lines = pieces.busy
    else if (open.length === 2) lines = null
  }

  function isOfPiece(line: string): boolean {
    if (open[1] === 'VTIMEZONE') return true
    if (open.length !== 2) return false
    return open[1] === 'VEVENT' ? OF_EVENT.test(line) : open[1] === 'VFREEBUSY' && OF_BUSY.test(line)
  }

  function readHead(line: string) {
    if (!pieces.prodId && /^PRODID[;:]/i.test(line)) pieces.prodId = lineValue(line)
    if (/^X-WR-TIMEZONE[;:]/i.test(line)) pieces.zone = lineValue(line)
  }

  for (const ended of linesIn(text)) {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (isKept && lines?.length) lines.push(`${lines.pop()}${line.slice(1)}`)
      continue
    }
    const [, typed, name = ''] = /^[be]/i.test(line) ? (EDGE.exec(line) ?? []) : []
    const edge = typed?.toUpperCase()
    const piece = name.toUpperCase()
    if (edge === 'BEGIN') begin(piece)
    isKept = open[1] === 'VTIMEZONE' || (!edge && isOfPiece(line))
    if (isKept) lines?.push(line)
    if (edge === 'END') {
      if (piece === 'VCALENDAR' && open[1] === 'VEVENT') return null
      const at = open.lastIndexOf(piece)
      if (at >= 0) open = open.slice(0, at)
    }
    if (open.length === 1 && !edge) readHead(line)
  }
  return open.includes('VCALENDAR') ? null : pieces
}
