import { type PointerEvent, useRef, useSyncExternalStore } from 'react'
import { stepOfSwipe } from './lightbox-navigation.ts'

type Start = { pointer: number; x: number; y: number }

function onZoom(changed: () => void) {
  const view = window.visualViewport
  view?.addEventListener('resize', changed)
  return () => view?.removeEventListener('resize', changed)
}
const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1.01

/**
 * A finger that moves sideways takes the element of `held` along, and turns when it is lifted. Scrolling and pinching stay
 * the browser's: `touch-action` leaves them to it, and then it cancels the pointer. While `zoomed`, all is the browser's.
 */
export function useSwipe<T extends HTMLElement>(onTurn: (step: -1 | 1) => void) {
  const held = useRef<T>(null)
  const start = useRef<Start | null>(null)
  const zoomed = useSyncExternalStore(onZoom, isZoomed)

  const follow = (x: number) => {
    if (held.current) held.current.style.transform = x ? `translateX(${x}px)` : ''
  }
  const letGo = () => {
    start.current = null
    follow(0)
  }
  const wayOf = (event: PointerEvent) => {
    const from = start.current
    return from?.pointer === event.pointerId ? { x: event.clientX - from.x, y: event.clientY - from.y } : null
  }

  const onPointerDown = (event: PointerEvent) => {
    // A second finger makes it a pinch, and in a picture that is zoomed a finger looks around.
    if (!event.isPrimary || event.pointerType === 'mouse' || zoomed) return letGo()
    start.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY }
  }
  const onPointerMove = (event: PointerEvent) => {
    const way = wayOf(event)
    if (way) follow(Math.abs(way.x) > Math.abs(way.y) ? way.x : 0)
  }
  const onPointerUp = (event: PointerEvent) => {
    const way = wayOf(event)
    letGo()
    const step = way ? stepOfSwipe(way) : 0
    if (step) onTurn(step)
  }
  return { held, zoomed, fingers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: letGo } }
}
