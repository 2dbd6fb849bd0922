type ToastInput = { title: string; description?: string; tone?: 'plain' | 'error'; duration?: number }
export type Toast = ToastInput & { id: number }
export type ToastQueue = ReturnType<typeof createToastQueue>

const TOAST_DURATION_MS = 5000
const SWIPE_THRESHOLD_PX = 50

/**
 * At most one toast: a new one replaces the current one. Its timer stops while it is paused (hovered, focused, or the
 * window in the background).
 */
export function createToastQueue() {
  let current: Toast | null = null
  let lastId = 0
  let left = 0
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const change = (toast: Toast | null) => {
    current = toast
    for (const listener of listeners) listener()
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const dismiss = () => {
    stop()
    if (current) change(null)
  }
  const run = () => {
    stop()
    startedAt = Date.now()
    timer = setTimeout(dismiss, left)
  }

  return {
    current: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    show(input: ToastInput): number {
      lastId += 1
      left = input.duration ?? TOAST_DURATION_MS
      change({ ...input, id: lastId })
      run()
      return lastId
    },
    dismiss,
    pause() {
      if (!timer) return
      left -= Date.now() - startedAt
      stop()
    },
    resume() {
      if (current && !timer) run()
    },
  }
}

/** The swipe offset of the toast: to the right only, and 0 for a mostly vertical swipe. */
export function swipeDistance(from: { x: number; y: number }, to: { x: number; y: number }): number {
  const across = to.x - from.x
  return across > Math.abs(to.y - from.y) ? across : 0
}

/** Whether letting go at this distance dismisses the toast. */
export function swipeDismisses(distance: number): boolean {
  return distance >= SWIPE_THRESHOLD_PX
}
