/** Something that waits for the operator. `until` is its deadline, as text; `path` is null where no page helps. */
export type Task = {
  title: string
  detail: string
  until: string | null
  path: string | null
  action: string
  /** How long it can wait, in a few words, if that is known. */
  due?: { words: string; isUrgent: boolean }
  /** The booking that one press confirms. */
  confirm?: string
  /** The booking whose guest one press reminds to pay. */
  remind?: string
}
