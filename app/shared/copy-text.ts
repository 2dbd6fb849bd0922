/**
 * Puts a text on the clipboard, while a press still counts. A page that holds this one in a frame may forbid the clipboard to it
 * and not the older way. False where the browser lets us do neither.
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
