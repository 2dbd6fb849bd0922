/**
 * The unsaved input of a form: names and values as the form posts them. `fields` are those that it had, checked or not.
 * Older drafts do not say them.
 */
export type FormDraft = {
  at: string
  version: string
  pairs: [name: string, value: string][]
  fields?: string[]
  isSent?: boolean
}

const MOST_DAYS = 30
const DAY_MS = 86_400_000

/** Fields that nobody types. */
const NOT_TYPED = new Set(['intent', 'id', 'version', 'confirmed'])

const isTyped = (name: string) => name !== '' && !NOT_TYPED.has(name) && !name.startsWith('__')

/** The field of the name of an input, which may be that of an item: `beds` of `beds[0].name`. */
export const fieldOf = (name: string): string => /^[^[.]+/.exec(name)?.[0] ?? name

/** The fields of a form, checked or not. */
export const fieldsOf = (form: HTMLFormElement): string[] => [
  ...new Set(
    [...form.elements]
      .map((input) => input.getAttribute('name') ?? '')
      .filter(isTyped)
      .map(fieldOf),
  ),
]

const ALWAYS_POSTED = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="file"])'

/** Those of them that are posted whatever is typed: no boxes, and no lists. */
export const textsOf = (form: HTMLFormElement): string[] =>
  [...form.querySelectorAll(ALWAYS_POSTED)]
    .map((input) => input.getAttribute('name') ?? '')
    .filter((name) => isTyped(name) && !name.includes('['))
    .map(fieldOf)

/** The input of a form, without its secrets. */
export const pairsOf = (form: HTMLFormElement, secrets: readonly string[]): FormDraft['pairs'] =>
  [...new FormData(form)].flatMap(([name, value]): FormDraft['pairs'] =>
    typeof value === 'string' && isTyped(name) && !secrets.includes(name) ? [[name, value]] : [],
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
