import { type RefObject, useEffect } from 'react'

/**
 * A form that was refused begins again, without the pressed button. The first invalid field gets the keyboard, or what
 * is wrong with the form as a whole.
 */
export function useFocusOnceRefused(form: RefObject<HTMLFormElement | null>, isRefused: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form appears
  useEffect(() => {
    if (!isRefused || document.activeElement !== document.body) return
    const places = [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid], .form-problem') ?? [])]
    // Lines of a text are shown as rows: their text area cannot be focused.
    const shown = places.filter(({ offsetParent }) => offsetParent !== null)
    const first = shown.find((place) => place.hasAttribute('aria-invalid')) ?? shown[0]
    first?.focus()
  }, [])
}

/** Moves the focus to the first invalid field whenever a form comes back refused. */
export function useFocusFirstInvalid(form: RefObject<HTMLFormElement | null>, refused: unknown): void {
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, refused])
}
