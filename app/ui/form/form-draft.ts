/** The unsaved input of a form: names and values as the form posts them. */
export type FormDraft = { at: string; version: string; pairs: [name: string, value: string][]; isSent?: boolean }

const MOST_DAYS = 30
const DAY_MS = 86_400_000

/** Fields that nobody types. */
const NOT_TYPED = new Set(['intent', 'id', 'version', 'confirmed'])

/** The input of a form, without its secrets. */
export const pairsOf = (form: HTMLFormElement, secrets: readonly string[]): FormDraft['pairs'] =>
  [...new FormData(form)].flatMap(([name, value]): FormDraft['pairs'] =>
    typeof value === 'string' && !NOT_TYPED.has(name) && !secrets.includes(name) && !name.startsWith('__')
      ? [[name, value]]
      : [],
  )

/** The draft that this device has under a name; null if there is none, or it is too old. */
export function getDraft(name: string): FormDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(name) ?? 'null') as FormDraft | null
    return draft && Date.now() - Date.parse(draft.at) < MOST_DAYS * DAY_MS ? draft : null
  } catch {
    return null
  }
}

/** Stores the draft on this device, if the browser allows it. */
export function storeDraft(name: string, draft: FormDraft): void {
  try {
    localStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // Without room, the open form still has it.
  }
}

export function deleteDraft(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing is stored where storage is denied.
  }
}
