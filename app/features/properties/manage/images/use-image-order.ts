import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'

const EDGE = 90
const SCROLL_STEP = 14
/** A mouse that moves less has pressed. */
const SLACK = 6
/** After the last key the new place is stored. */
const KEYS_PAUSE_MS = 700

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

const moved = (order: string[], id: string, to: number) => order.filter((other) => other !== id).toSpliced(to, 0, id)

/** The order of photos while one is dragged or moved with keys. Their elements stay where they are until it is stored. */
export function useImageOrder(stored: string[]) {
  const [order, setOrder] = useState(stored)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = stored.join('\n')
  const isIdle = useNavigation().state === 'idle'
  // What is stored is shown again, also when a move was refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: by their addresses, not by the list
  useEffect(() => {
    if (isIdle) setOrder(stored)
  }, [key, isIdle])

  const store = (id: string, wanted: string[]) => {
    if (wanted.indexOf(id) === stored.indexOf(id)) return
    const next = wanted[wanted.indexOf(id) + 1] ?? ''
    submit({ intent: 'move-image', id, to: 'before', next }, { method: 'post', preventScrollReset: true })
  }
  const show = (id: string, wanted: string[]) => {
    setOrder(wanted)
    setSaid(`Place ${wanted.indexOf(id) + 1} of ${wanted.length}`)
  }

  return {
    placeOf: (id: string) => order.indexOf(id),
    dragged,
    said,
    key(id: string, event: KeyboardEvent) {
      const step = STEPS[event.key]
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      const last = order.length - 1
      const wanted = moved(order, id, Math.min(Math.max(step(order.indexOf(id), last), 0), last))
      show(id, wanted)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => store(id, wanted), KEYS_PAUSE_MS)
    },
    /** A finger drags the handle, a mouse the whole photo. */
    press(id: string, event: PointerEvent) {
      const isHandle = (event.target as Element).closest('.image-handle') !== null
      if (event.button !== 0 || (event.pointerType !== 'mouse' && !isHandle)) return
      drag({
        start: event,
        order,
        id,
        onOrder: (wanted) => {
          setDragged(id)
          show(id, wanted)
        },
        onEnd: (wanted) => {
          setDragged(null)
          if (wanted) store(id, wanted)
          else setOrder(stored)
        },
      })
    },
  }
}

export type ImageOrder = ReturnType<typeof useImageOrder>

type Drag = {
  start: PointerEvent
  order: string[]
  id: string
  onOrder: (order: string[]) => void
  /** The new order; null if it was given up. */
  onEnd: (order: string[] | null) => void
}

/** Follows the pointer until it is released. Near the edges of the window the page scrolls. */
function drag({ start, order: first, id, onOrder, onEnd }: Drag) {
  const done = new AbortController()
  const { signal } = done
  let order = first
  let over: string | undefined
  let isOn = false
  let scroll = 0
  const scrolling = setInterval(() => scroll && window.scrollBy(0, scroll), 16)
  const end = (wanted: string[] | null) => {
    clearInterval(scrolling)
    done.abort()
    if (isOn) onEnd(wanted)
  }
  const move = ({ clientX, clientY, pointerId }: globalThis.PointerEvent) => {
    if (pointerId !== start.pointerId) return
    const isFar = Math.hypot(clientX - start.clientX, clientY - start.clientY) > SLACK
    if (!isOn && !isFar) return
    if (!isOn) onOrder(order)
    isOn = true
    scroll = SCROLL_STEP * (Number(clientY > window.innerHeight - EDGE) - Number(clientY < EDGE))
    const card = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-image]')
    const target = card?.dataset.image
    if (target === over) return
    over = target
    if (!target || target === id) return
    order = moved(order, id, order.indexOf(target))
    onOrder(order)
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', () => end(order), { signal })
  window.addEventListener('pointercancel', () => end(null), { signal })
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(null), { signal })
}
