/** Control characters, lone surrogates, and marks that turn the direction of text: never part of what a person says. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/** One line as it is stored: no breaks that a mail header would obey, no doubled spaces. */
export function oneLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').replace(UNSEEN, '').trim()
}

/** Text of several lines as it is stored: breaks are `\n`, tabs stay. */
export function manyLines(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (mark) => (mark === '\n' || mark === '\t' ? mark : ''))
    .trim()
}

/** What joins and varies the characters around it, and shows nothing by itself; with the blanks of Braille and Hangul. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** How many characters of a text there are to see. */
export function seenLength(text: string): number {
  return [...text.replace(BLANK, '')].length
}

/** Whether a line may be a person's name: two characters or more, a letter among them. */
export function isName(text: string): boolean {
  return /\p{L}/u.test(text) && seenLength(text) >= 2
}

/** Whether a line may be a telephone number, as people write them anywhere: 5 to 21 digits, an extension at the end. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return /^\+?[\d\s().\-/]+(?:(?:x|ext\.?|#)\s*\d{1,6})?$/i.test(text) && digits >= 5 && digits <= 21
}
