import { useState, useSyncExternalStore } from 'react'
import { OPEN_FIELD, TRAP_FIELD } from '#app/shared/honeypot.ts'

const never = () => () => {}

/**
 * A field that only programs fill in: out of sight, out of the tab order, unknown to screen readers and to whatever fills in
 * forms for people. What the server makes of it is in `platform/limits`. A form that makes a call sends `trapValues` along.
 */
export function TrapField() {
  const isServed = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  // A form that came with the page is open since the visitor came, however late its script is.
  const [opened] = useState(() => (isServed ? 0 : Math.round(performance.now())))
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Leave this field empty
        <input
          type="text"
          name={TRAP_FIELD}
          defaultValue=""
          tabIndex={-1}
          autoComplete="off"
          data-opened={opened}
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
        />
      </label>
    </div>
  )
}

/** What the form's `TrapField` says, to be sent beside the form's own values. */
export function trapValues(form: HTMLFormElement | null): Record<string, string | number> {
  const field = form?.elements.namedItem(TRAP_FIELD)
  if (!(field instanceof HTMLInputElement)) return {}
  const open = Math.round(performance.now()) - Number(field.dataset.opened)
  return { [TRAP_FIELD]: field.value, [OPEN_FIELD]: open }
}
