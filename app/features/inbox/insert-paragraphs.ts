import { insertAtCursor } from '#app/shared/browser/insert-at-cursor.ts'

/** Puts a text at the cursor of a field or in place of what is selected, as its own paragraphs. */
export function insertParagraphs(area: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart: from, selectionEnd: to } = area
  const above = from > 0 && !value.slice(0, from).endsWith('\n\n') ? '\n\n' : ''
  const below = to < value.length && !value.slice(to).startsWith('\n\n') ? '\n\n' : ''
  insertAtCursor(area, `${above}${text}${below}`)
}
