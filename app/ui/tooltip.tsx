import { cloneElement, type PointerEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'

const delay = createTooltipDelay(() => Date.now())

type TooltipProps = { text: string; children: ReactElement<{ 'aria-describedby'?: string }> }

/**
 * A few words beside something that can be focused and has a name of its own. It opens at once on focus, after the
 * delay under a pointer, never on touch; it stays while the pointer is on it and goes on Escape.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens to the element inside
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

/** Above what it explains, below where there is no room, and inside the window. */
function place(around: HTMLElement, bubble: HTMLElement) {
  const target = around.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const centred = target.left + target.width / 2 - width / 2
  const left = Math.max(4, Math.min(centred, document.documentElement.clientWidth - width - 4))
  const top = target.top > height ? target.top - height : target.bottom
  bubble.style.left = `${left}px`
  bubble.style.top = `${top}px`
}

const TOOLTIP_DELAY_MS = 700
const TOOLTIP_SKIP_DELAY_MS = 300

/**
 * How long the next tooltip waits: 700 ms, but nothing while another is open or closed less than 300 ms ago, so that
 * one who reads along a row of them does not wait at each.
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
