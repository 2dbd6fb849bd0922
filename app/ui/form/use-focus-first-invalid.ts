import { type RefObject, useEffect } from 'react'

/** Moves the focus to the first invalid field whenever a form comes back refused. */
export function useFocusFirstInvalid(form: RefObject<HTMLFormElement | null>, refused: unknown): void {
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, refused])
}
