const GROW = { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' }

/** Lets `element` grow from the place of `origin`, where motion is wanted. */
export function growFrom(origin: Element, element: Element): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const [from, to] = [origin.getBoundingClientRect(), element.getBoundingClientRect()]
  if (from.width === 0 || to.width === 0) return
  const scale = Math.max(from.width / to.width, from.height / to.height)
  const x = from.left + from.width / 2 - (to.left + to.width / 2)
  const y = from.top + from.height / 2 - (to.top + to.height / 2)
  element.animate({ transform: [`translate(${x}px, ${y}px) scale(${scale})`, 'none'] }, GROW)
}
