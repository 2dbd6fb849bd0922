const KEY = 'staycation-email'

/** The address of the last entry from this browser; null where there is none or the browser keeps nothing. */
export function savedEmail(): string | null {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function saveEmail(email: string): void {
  try {
    window.localStorage.setItem(KEY, email)
  } catch {
    // Private windows may refuse; the page goes on without remembering.
  }
}
