/** Puts a text in place of what is selected in a field, or at its cursor, as if it were typed. The cursor is after it. */
export function insertAtCursor(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
