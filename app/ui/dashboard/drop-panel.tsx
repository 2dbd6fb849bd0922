import { type ReactNode, useEffect, useId, useState } from 'react'
import { useFold } from '../use-fold.ts'
import './drop-panel.css'

type Props = {
  label: string
  /** It opens by itself, and stays as it is once it needs not be open any more. */
  isOpen?: boolean
  children: ReactNode
}

/** A button that opens a panel with forms below it. Escape closes it; a press elsewhere does not, for what is typed. */
export function DropPanel({ label, isOpen = false, children }: Props) {
  const id = useId()
  const [isShown, setIsShown] = useState(isOpen)
  useEffect(() => {
    if (isOpen) setIsShown(true)
  }, [isOpen])
  return (
    <details
      ref={useFold()}
      className="drop-panel"
      open={isShown}
      onToggle={(event) => setIsShown(event.currentTarget.open)}
    >
      <summary className="button button-outline" id={id}>
        {label}
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: its parts are forms of their own */}
      <div role="group" aria-labelledby={id}>
        {children}
      </div>
    </details>
  )
}
