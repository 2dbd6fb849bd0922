/**
 * Copies a text to the clipboard, during a user gesture. An embedding page may block the clipboard API, but not the
 * older way. False if the browser allows neither.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

function copyByCommand(text: string): boolean {
  let put = false
  const copy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
    put = true
  }
  document.addEventListener('copy', copy)
  try {
    return document.execCommand('copy') && put
  } finally {
    document.removeEventListener('copy', copy)
  }
}
