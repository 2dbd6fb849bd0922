/** Control characters, lone surrogates, and direction marks: never part of a message. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/** One line as it is stored: no line breaks (which could end a mail header), no double spaces. */
export function oneLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').replace(UNSEEN, '').trim()
}

/** Text of several lines as it is stored: line breaks are `\n`, tabs stay. */
export function manyLines(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (mark) => (mark === '\n' || mark === '\t' ? mark : ''))
    .trim()
}

/** Characters that join or modify their neighbors and are invisible alone; also the blanks of Braille and Hangul. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The number of visible characters. */
export function seenLength(text: string): number {
  return [...text.replace(BLANK, '')].length
}

/** Whether a line may be a person's name: two characters or more, a letter among them. */
export function isName(text: string): boolean {
  return /\p{L}/u.test(text) && seenLength(text) >= 2
}

/** Every dash and the minus. */
const DASHES = /[\p{Pd}\u2212\u00ad]/gu
/** Dots in the middle of a line, bullets, and the small dot that stands for one. */
const DOTS = /[\u00b7\u2022\u2024\u2027\u2219\u22c5\u30fb\uff65]/gu

/** Before the number in a copied link, and the mark by which a spreadsheet keeps a number as text. */
const BEFORE_NUMBER = /^(?:tel:|['’])\s*/i

/**
 * A telephone number in any common notation: 5 to 21 digits, with an optional extension. Null if it is none. Digits of
 * any script, and copied dashes and dots, become those of a keyboard.
 */
export function phoneFrom(text: string): string | null {
  const typed = oneLine(text.replace(DASHES, '-').replace(DOTS, '.'))
    .normalize('NFKC')
    .replace(DASHES, '-')
    .replace(/[^\P{Nd}\d]/gu, digitOf)
    .replace(BEFORE_NUMBER, '')
  const digits = typed.replace(/\D/g, '').length
  const isPhone = /^\+?[\d\s().\-/]+(?:(?:x|,? ?ext(?:ension|\.)?|;ext=|#)\s*\d{1,6})?$/i.test(typed)
  return isPhone && digits >= 5 && digits <= 21 ? typed : null
}

/** Unicode has the ten digits of a script one after another. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
