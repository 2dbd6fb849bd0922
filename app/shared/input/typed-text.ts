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

/** Whether a line may be a telephone number in any common notation: 5 to 21 digits, with an optional extension. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return /^\+?[\d\s().\-/]+(?:(?:x|ext\.?|#)\s*\d{1,6})?$/i.test(text) && digits >= 5 && digits <= 21
}
