/** What is left to do before the first guest. */
type SetUpStep =
  | ('site' | 'legal' | 'homes' | 'photos' | 'prices' | 'taxes' | 'policy')
  | ('payment' | 'mail' | 'calendars' | 'backup' | 'booking')

/** Steps that the site cannot see: the operator says that they are done. */
export const SAID_STEPS = ['calendars', 'backup'] as const

/** A step with its state, and the page where it is done. */
export type SetUpItem = {
  step: SetUpStep
  title: string
  detail: string
  isDone: boolean
  path: string
  action: string
}
