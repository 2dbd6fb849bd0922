/** What was typed into a form and is not saved: names and values as the form posts them. */
export type Kept = { at: string; version: string; pairs: [name: string, value: string][]; isSent?: boolean }

const MOST_DAYS = 30
const DAY_MS = 86_400_000

/** What a form posts that nobody types. */
const NOT_TYPED = new Set(['intent', 'id', 'version', 'confirmed'])

/** What is typed into a form, without its secrets. */
export const pairsOf = (form: HTMLFormElement, secrets: readonly string[]): Kept['pairs'] =>
  [...new FormData(form)].flatMap(([name, value]): Kept['pairs'] =>
    typeof value === 'string' && !NOT_TYPED.has(name) && !secrets.includes(name) && !name.startsWith('__')
      ? [[name, value]]
      : [],
  )

/** What this device has kept under a name; null if there is nothing, or it is too old. */
export function readKept(name: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null
    return kept && Date.now() - Date.parse(kept.at) < MOST_DAYS * DAY_MS ? kept : null
  } catch {
    return null
  }
}

/** Keeps it on this device, if the browser lets it. */
export function writeKept(name: string, kept: Kept): void {
  try {
    localStorage.setItem(name, JSON.stringify(kept))
  } catch {
    // Without room, the open form still has it.
  }
}

export function forgetKept(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}
