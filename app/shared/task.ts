/** Something that waits for the operator. `until` is its deadline, as text; `path` is null where no page helps. */
export type Task = {
  title: string
  detail: string
  until: string | null
  path: string | null
  action: string
  /** The booking whose guest one press reminds to pay. */
  remind?: string
}
