import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  className?: string
}

/** A modal on the native element: it traps and restores the focus, and closes on Escape or a press outside. */
export function Dialog({ open, onClose, title, children, className = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()

  useEffect(() => {
    if (!open) return
    const element = dialog.current
    if (!element?.open) element?.showModal()
    return () => element?.close()
  }, [open])

  const isOutside = (event: MouseEvent | PointerEvent) => event.target === dialog.current
  const release = (event: MouseEvent) => {
    // A text selection dragged out of the dialog ends outside, but did not start there.
    if (pressedOutside.current && isOutside(event)) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use Escape, which the element handles
    <dialog
      ref={dialog}
      className={`dialog ${className}`.trim()}
      aria-labelledby={titleId}
      onClose={() => {
        // The event is asynchronous: by then the dialog may be open again (StrictMode runs every effect twice).
        if (!dialog.current?.open) onClose()
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={release}
    >
      {open && (
        <div className="dialog-inner">
          <div className="dialog-head">
            <h2 className="heading-small" id={titleId}>
              {title}
            </h2>
            <IconButton
              className="dialog-close"
              label="Close"
              path="M3 3l12 12M15 3L3 15"
              size={18}
              onClick={onClose}
            />
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
