import { useState, useSyncExternalStore } from 'react'
import { HONEYPOT_FIELD, OPEN_TIME_FIELD } from '#app/shared/honeypot.ts'

const never = () => () => {}

/**
 * A hidden field that only bots fill in. It is out of sight, out of the tab order, hidden from screen readers and
 * password managers. The server checks it in `platform/http/honeypot`. A form that calls the API sends `honeypotValues`
 * along.
 */
export function HoneypotField() {
  const isServed = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  // A server-rendered form is open since the page loaded, even if its script loads late.
  const [opened] = useState(() => (isServed ? 0 : Math.round(performance.now())))
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        Leave this field empty
        <input
          type="text"
          name={HONEYPOT_FIELD}
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

/** The values of the form's `HoneypotField`, to be sent with its own. */
export function honeypotValues(form: HTMLFormElement | null): Record<string, string | number> {
  const field = form?.elements.namedItem(HONEYPOT_FIELD)
  if (!(field instanceof HTMLInputElement)) return {}
  const open = Math.round(performance.now()) - Number(field.dataset.opened)
  return { [HONEYPOT_FIELD]: field.value, [OPEN_TIME_FIELD]: open }
}
