import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'

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
            <button type="button" className="dialog-close" aria-label="Close" onClick={onClose}>
              <CloseMark />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}

function CloseMark() {
  return (
    <svg
      viewBox="0 0 18 18"
      width="1.125rem"
      height="1.125rem"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M3 3l12 12M15 3L3 15" />
    </svg>
  )
}
