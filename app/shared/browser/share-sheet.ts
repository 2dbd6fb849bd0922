/** Opens the device's share sheet. False if the browser has none, or the embedding page does not allow it. */
export async function openShareSheet(sheet: ShareData): Promise<boolean> {
  try {
    if (!navigator.canShare?.(sheet)) return false
    await navigator.share(sheet)
    return true
  } catch (error) {
    // The guest closed the share sheet.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
