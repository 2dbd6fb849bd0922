import { useEffect, useRef } from 'react'
import { useMatches, useSubmit } from 'react-router'
import { undoPath } from '#app/shared/paths/changed-path.ts'
import type { ChangeNotice } from './history.ts'

/** Ctrl-Z undoes the last change that was made since the page was opened, then the one before it. */
export function useUndoKey(path: string): void {
  const submit = useSubmit()
  const notice = useMatches()
    .map((match) => (match.loaderData as { notice?: ChangeNotice | null } | undefined)?.notice)
    .find(Boolean)
  const made = useRef<string[]>([])
  const { id, canUndo } = notice ?? {}
  useEffect(() => {
    if (!id || made.current.includes(id)) return
    // A change that cannot be undone is itself the undoing of the last change.
    if (canUndo) made.current.push(id)
    else made.current.pop()
  }, [id, canUndo])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return
      const last = made.current.at(-1)
      if (!last) return
      event.preventDefault()
      void submit({ intent: 'undo', id: last }, { method: 'post', action: undoPath(path), preventScrollReset: true })
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [path, submit])
}
