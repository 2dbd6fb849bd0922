/** Puts a text at the cursor of a field, or in place of what is selected. The cursor is then after it. */
export function insertAtCursor(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}
