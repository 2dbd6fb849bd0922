/** A step before the first guest. */
type SetUpStep =
  | ('site' | 'properties' | 'page' | 'images' | 'prices' | 'taxes' | 'policy')
  | ('payment' | 'legal' | 'publish' | 'mail' | 'calendars' | 'backup' | 'booking')

/** Steps that the site cannot check: the operator marks them as done. */
export const STATED_STEPS = ['policy', 'calendars', 'backup'] as const

export const isStatedStep = (step: string): step is (typeof STATED_STEPS)[number] =>
  STATED_STEPS.some((one) => one === step)

/** A step with its state, and the form where it is done; without an address where no page helps. */
export type SetUpItem = {
  step: SetUpStep
  title: string
  detail: string
  isDone: boolean
  path: string | null
  action: string
}

/** A nightly backup older than this, in seconds, was missed. */
export const LATE_BACKUP = 26 * 3600

export const stepAnchor = (step: SetUpStep) => `step-${step}`

/** The page for the operator after a change. */
export type NextStep = { title: string; path: string }
