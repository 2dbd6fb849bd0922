import {
  createContext,
  type PointerEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { IconButton } from './icon-button.tsx'
import { createToastQueue, swipeDismisses, swipeDistance, type Toast, type ToastQueue } from './toast-queue.ts'

const ToastContext = createContext<ToastQueue | null>(null)

/** `show({ title, description?, tone?, duration? })` and `dismiss()`, for anything under a `ToastProvider`. */
export function useToast(): Pick<ToastQueue, 'show' | 'dismiss'> {
  const queue = use(ToastContext)
  if (!queue) throw new Error('useToast needs a ToastProvider above it')
  return queue
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue] = useState(createToastQueue)
  return (
    <ToastContext value={queue}>
      {children}
      <Toasts queue={queue} />
    </ToastContext>
  )
}

/** The live region is in the page from the start, empty. A region inserted with its text is often not announced. */
function Toasts({ queue }: { queue: ToastQueue }) {
  const toast = useSyncExternalStore(queue.subscribe, queue.current, () => null)
  useEffect(() => {
    window.addEventListener('blur', queue.pause)
    window.addEventListener('focus', queue.resume)
    return () => {
      window.removeEventListener('blur', queue.pause)
      window.removeEventListener('focus', queue.resume)
    }
  }, [queue])
  // A toast that appears while the visitor is in another window, for example to share, waits for the return.
  useEffect(() => {
    if (toast && !document.hasFocus()) queue.pause()
  }, [toast, queue])
  return (
    <div className="toasts" role="status" aria-live="polite" aria-atomic="true">
      {toast && <ToastCard key={toast.id} toast={toast} queue={queue} />}
    </div>
  )
}

function ToastCard({ toast, queue }: { toast: Toast; queue: ToastQueue }) {
  const from = useRef<{ x: number; y: number } | null>(null)

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button === 0) from.current = { x: event.clientX, y: event.clientY }
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!from.current) return
    const distance = Math.max(0, swipeDistance(from.current, { x: event.clientX, y: event.clientY }))
    if (distance > 4) event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.style.transform = `translateX(${distance}px)`
  }
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (!from.current) return
    const distance = swipeDistance(from.current, { x: event.clientX, y: event.clientY })
    from.current = null
    if (event.type === 'pointerup' && swipeDismisses(distance)) queue.dismiss()
    else event.currentTarget.style.transform = ''
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button is the accessible alternative to the swipe
    <div
      className="notice toast on-night"
      data-tone={toast.tone}
      onPointerEnter={queue.pause}
      onPointerLeave={queue.resume}
      onFocus={queue.pause}
      onBlur={queue.resume}
      // A first swipe selects text, and the browser would treat the next one as dragging it.
      onDragStart={(event) => event.preventDefault()}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <div className="toast-words">
        <p className="toast-title">{toast.title}</p>
        {toast.description && <p className="toast-description">{toast.description}</p>}
      </div>
      <IconButton className="toast-close" label="Dismiss" path="M3 3l10 10M13 3L3 13" onClick={queue.dismiss} />
    </div>
  )
}
