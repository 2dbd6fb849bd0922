import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Keeps a form as it was when somebody began to type. */
export type Hold = {
  isHeld: boolean
  /** Begins it for what changes the form. Leaving the form does not end it then. */
  typing: <Value>(then: (value: Value) => void) => (value: Value) => void
  events: {
    onFocus: (event: FocusEvent<HTMLFormElement>) => void
    onBlur: (event: FocusEvent<HTMLFormElement>) => void
  }
}

type Held<Loaded> = { loaded: Loaded; answered: string; about: string; isTyped: boolean }

/**
 * What a form was loaded with. While somebody types, or has the focus in a field, it is what it began with. Saving over
 * what others changed meanwhile is refused. `answered` changes with each answer to it, after which it begins again.
 * When it is `about` other things, they are held as they are then.
 */
export function useHold<Loaded>(loaded: Loaded, answered: string, about = '') {
  const [held, setHeld] = useState<Held<Loaded> | null>(null)
  const own = held?.answered === answered ? held : null
  if (own && own.about !== about) setHeld({ ...own, loaded, about })
  const seen = own?.about === about ? own.loaded : loaded
  const begin = (isTyped: boolean) => {
    if (!own || (isTyped && !own.isTyped)) setHeld({ loaded: seen, answered, about, isTyped })
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
  return { seen, hold }
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
