import { useLocation } from 'react-router'

/** Whether a button sends its form to another tab, which the browser does itself. */
export const opensTab = (submitter: HTMLElement | null) => submitter?.getAttribute('formtarget') === '_blank'

/** Opens another tab with the guests' page, from an anchor on, as it would be. The form stays as it is. */
export function PreviewButton({ at }: { at: string }) {
  const { pathname } = useLocation()
  const address = `${pathname}/preview${at && `#${at}`}`
  return (
    <button type="submit" formAction={address} formTarget="_blank" className="button button-outline">
      Preview<span className="sr-only"> in a new tab</span>
    </button>
  )
}
