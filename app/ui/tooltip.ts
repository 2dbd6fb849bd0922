const delay = createTooltipDelay(() => Date.now())

let closeShown = () => {}

/**
 * Shows the `aria-label` of an element without words beside it. It opens at once when Tab comes to it, after a delay on
 * hover, never on touch. It stays open while hovered, and closes on Escape and on a press. Screen readers have the name
 * from the label, so it is hidden from them. Returns a function that removes it.
 */
export function addTooltip(element: HTMLElement): () => void {
  const removed = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown: AbortController | undefined

  const close = () => {
    clearTimeout(timer)
    shown?.abort()
    shown = undefined
  }
  const open = () => {
    if (shown || !element.showPopover) return
    closeShown()
    closeShown = close
    shown = new AbortController()
    show(element, close, shown.signal)
  }
  const on = (type: string, listener: (event: Event) => void) =>
    element.addEventListener(type, listener, { signal: removed.signal })

  on('pointerenter', (event) => {
    if ((event as PointerEvent).pointerType !== 'touch') timer = setTimeout(open, delay.wait())
  })
  // The Tab that comes to an element is released on it. A dialog or menu that moves the focus itself opens none.
  on('keyup', (event) => {
    if ((event as KeyboardEvent).key === 'Tab') open()
  })
  for (const type of ['pointerleave', 'pointerdown', 'click', 'blur']) on(type, close)
  return () => {
    removed.abort()
    close()
  }
}

/** Inside its element it is above an open dialog, and a pointer on it is still on the element. */
function show(element: HTMLElement, close: () => void, signal: AbortSignal) {
  const bubble = document.createElement('span')
  const words = document.createElement('span')
  bubble.className = 'tooltip'
  bubble.popover = 'manual'
  bubble.ariaHidden = 'true'
  words.textContent = element.getAttribute('aria-label')
  bubble.append(words)
  element.append(bubble)
  bubble.showPopover()
  place(element, bubble)
  delay.opened()
  signal.addEventListener('abort', () => {
    bubble.remove()
    delay.closed()
  })
  const options = { capture: true, signal }
  document.addEventListener('scroll', () => place(element, bubble), options)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), options)
}

/** Above its element, below if there is no room, and inside the window. */
function place(element: HTMLElement, bubble: HTMLElement) {
  const target = element.getBoundingClientRect()
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
