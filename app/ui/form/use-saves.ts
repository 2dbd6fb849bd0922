import { type RefObject, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { CHANGED } from '#app/shared/paths/changed-path.ts'

/**
 * How often the form that `isPosted` recognizes was saved since the page was opened. The page then names the change in
 * its address, or its answer says what was done. A refusal does neither, nor does a session that has ended.
 */
export function useSaves(answer: ChangeAnswer<unknown> | null, isPosted: (posted: Record<string, unknown>) => boolean) {
  const { state, formData } = useNavigation()
  const changed = new URLSearchParams(useLocation().search).get(CHANGED)
  const [sent, setSent] = useState<{ changed: string | null; answer: ChangeAnswer<unknown> | null } | null>(null)
  const [saves, setSaves] = useState(0)
  if (!sent && formData && isPosted(Object.fromEntries(formData))) setSent({ changed, answer })
  if (sent && state === 'idle') {
    setSent(null)
    const isNamed = changed !== null && changed !== sent.changed
    if (isNamed || (answer !== sent.answer && isDone(answer))) setSaves(saves + 1)
  }
  return saves
}

/** Whether an answer says what was done, and is no refusal. */
export const isDone = (answer: ChangeAnswer<unknown> | null) =>
  answer !== null && (answer.message !== undefined || answer.shown !== undefined)

/**
 * Folds a form that starts again after a save. The pressed button is gone, and with it the position of the keyboard.
 */
export function useClosedOnceSaved(form: RefObject<HTMLFormElement | null>, isSaved: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form appears
  useEffect(() => {
    if (!isSaved || !form.current) return
    const fold = form.current.closest('details')
    if (fold) fold.open = false
    const place =
      fold?.querySelector('summary') ??
      form.current.querySelector<HTMLElement>('.form-buttons > [type="submit"]:not([formtarget])')
    // A long form above the scroll position is gone.
    place?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (document.activeElement === document.body) place?.focus({ preventScroll: true })
  }, [])
}
