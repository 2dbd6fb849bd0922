import { cloneElement, type PointerEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'

const delay = createTooltipDelay(() => Date.now())

type TooltipProps = { text: string; children: ReactElement<{ 'aria-describedby'?: string }> }

/**
 * A short text beside a focusable element that has its own accessible name. It opens at once on focus, after a delay on
 * hover, never on touch. It stays open while hovered and closes on Escape.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const around = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shown, setShown] = useState(false)

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const words = bubble.current
    if (!shown || !around.current || !words?.showPopover) return
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShown(false)
    }
    delay.opened()
    words.showPopover()
    place(around.current, words)
    document.addEventListener('keydown', leave)
    return () => {
      delay.closed()
      if (words.isConnected) words.hidePopover()
      document.removeEventListener('keydown', leave)
    }
  }, [shown])

  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') timer.current = setTimeout(() => setShown(true), delay.wait())
  }
  const close = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events of its child
    <span
      ref={around}
      className="tooltip-around"
      onPointerEnter={enter}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && setShown(true)}
      onBlur={close}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={bubble} id={id} role="tooltip" popover="manual" className="tooltip">
        <span className="tooltip-words on-night">{text}</span>
      </span>
    </span>
  )
}

/** Above its anchor, below if there is no room, and inside the window. */
function place(around: HTMLElement, bubble: HTMLElement) {
  const target = around.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const centered = target.left + target.width / 2 - width / 2
  const left = Math.max(4, Math.min(centered, document.documentElement.clientWidth - width - 4))
  const top = target.top > height ? target.top - height : target.bottom
  bubble.style.left = `${left}px`
  bubble.style.top = `${top}px`
}

const TOOLTIP_DELAY_MS = 700
const TOOLTIP_SKIP_DELAY_MS = 300

/**
 * The delay of the next tooltip. It is 700 ms, but none while another is open or closed less than 300 ms ago. So one
 * can move along a row of them.
 */
export function createTooltipDelay(now: () => number) {
  let open = 0
  let closedAt = Number.NEGATIVE_INFINITY
  return {
    wait: () => (open > 0 || now() - closedAt < TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_DELAY_MS),
    opened() {
      open += 1
    },
    closed() {
      open -= 1
      closedAt = now()
    },
  }
}
