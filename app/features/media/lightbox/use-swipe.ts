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
 * A horizontal drag moves the element of `dragged` and turns when the finger is lifted. Scrolling and pinching stay
 * with the browser: `touch-action` allows them, and the browser then cancels the pointer. While `zoomed`, nothing is handled.
 */
export function useSwipe<T extends HTMLElement>(onSwipe: (step: -1 | 1) => void) {
  const dragged = useRef<T>(null)
  const start = useRef<Start | null>(null)
  const zoomed = useSyncExternalStore(onZoom, isZoomed)

  const follow = (x: number) => {
    if (dragged.current) dragged.current.style.transform = x ? `translateX(${x}px)` : ''
  }
  const release = () => {
    start.current = null
    follow(0)
  }
  const distanceOf = (event: PointerEvent) => {
    const from = start.current
    return from?.pointer === event.pointerId ? { x: event.clientX - from.x, y: event.clientY - from.y } : null
  }

  const onPointerDown = (event: PointerEvent) => {
    // A second finger makes it a pinch. In a zoomed image, a finger pans.
    if (!event.isPrimary || event.pointerType === 'mouse' || zoomed) return release()
    start.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY }
  }
  const onPointerMove = (event: PointerEvent) => {
    const moved = distanceOf(event)
    if (moved) follow(Math.abs(moved.x) > Math.abs(moved.y) ? moved.x : 0)
  }
  const onPointerUp = (event: PointerEvent) => {
    const moved = distanceOf(event)
    release()
    const step = moved ? stepOfSwipe(moved) : 0
    if (step) onSwipe(step)
  }
  return { dragged, zoomed, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release } }
}
