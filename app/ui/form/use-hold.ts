import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Keeps a form as it was when somebody began to type. */
export type Hold = {
  isHeld: boolean
  /** Begins it for what changes the form. Leaving the form does not end it then. */
  typing: (then: (value: unknown) => void) => (value: unknown) => void
  events: {
    onFocus: (event: FocusEvent<HTMLFormElement>) => void
    onBlur: (event: FocusEvent<HTMLFormElement>) => void
  }
}

type Held<Stored> = { version: string | undefined; stored: Stored | undefined }

/**
 * The version and the values of a form. While somebody types, or has the focus in a field, they are those that it began
 * with. `answered` changes with each answer to it, after which it begins again.
 */
export function useHold<Stored>(loaded: { version?: string; stored?: Stored }, answered: string) {
  const present: Held<Stored> = { version: loaded.version, stored: loaded.stored }
  const [held, setHeld] = useState<(Held<Stored> & { answered: string; isTyped: boolean }) | null>(null)
  const own = held?.answered === answered ? held : null
  const begin = (isTyped: boolean) => {
    if (!own || (isTyped && !own.isTyped)) setHeld({ ...(own ?? present), answered, isTyped })
  }
  const hold: Hold = {
    isHeld: own !== null,
    typing: (then) => (value) => {
      begin(true)
      then(value)
    },
    events: {
      onFocus: ({ target }) => {
        if (target.matches('input, textarea, select')) begin(false)
      },
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (own && !own.isTyped && !currentTarget.contains(relatedTarget as Node | null)) setHeld(null)
      },
    },
  }
  return { ...(own ?? present), hold }
}

/** What a form says was seen when one began to type, such as the money of a payment. */
const HELD = 'input[type="hidden"]:is([name="key"], [name="seen"])'

/** Puts those back that the page has replaced since. */
export function useHeldFields(form: RefObject<HTMLFormElement | null>, isHeld: boolean): void {
  const values = useRef<string[]>([])
  useLayoutEffect(() => {
    const inputs = [...(form.current?.querySelectorAll<HTMLInputElement>(HELD) ?? [])]
    if (!isHeld || values.current.length !== inputs.length) values.current = inputs.map(({ value }) => value)
    else for (const [index, input] of inputs.entries()) input.value = values.current[index] ?? ''
  })
}
