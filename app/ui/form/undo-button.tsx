import { useLocation } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { undoPath } from '#app/shared/paths/changed-path.ts'
import { ChangeButton } from './change-button.tsx'

/** Undoes the last change, and leads back to this page. */
export function UndoButton({ id, confirms }: NonNullable<ChangeAnswer['undo']>) {
  const { pathname, search } = useLocation()
  return (
    <ChangeButton intent="undo" id={id} confirms={confirms} action={undoPath(pathname + search)}>
      Undo
    </ChangeButton>
  )
}
