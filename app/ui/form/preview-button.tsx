import { useContext } from 'react'
import { useLocation } from 'react-router'
import { FormFrameContext } from './form-frame.ts'

/** Whether a button sends its form to another tab, which the browser does itself. */
export const opensTab = (submitter: HTMLElement | null) => submitter?.getAttribute('formtarget') === '_blank'

/**
 * Opens the guests' page, from an anchor on, as it would be. It is in another tab, or over the form where that has a
 * frame for it. The form stays as it is.
 */
export function PreviewButton({ at, isInFoot }: { at: string; isInFoot?: boolean }) {
  const { pathname } = useLocation()
  const onPreview = useContext(FormFrameContext)?.onPreview
  const address = `${pathname}/preview${at && `#${at}`}`
  return (
    <button
      type="submit"
      formAction={address}
      formTarget="_blank"
      className="button button-outline preview-button"
      data-foot={isInFoot || undefined}
      onClick={(event) => {
        if (!onPreview) return
        event.preventDefault()
        onPreview()
      }}
    >
      Preview{!onPreview && <span className="sr-only"> in a new tab</span>}
    </button>
  )
}
