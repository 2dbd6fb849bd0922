const make = (tag: string, settings: object) => Object.assign(document.createElement(tag), settings)

/**
 * In an element that threw: shows what stood in it before its script came, or, where that was nothing, a link to a page that does
 * the same. The error is reported as one that nobody caught.
 */
export function showPlain(element: HTMLElement, error: unknown, textContent: string, href: string): void {
  reportError(error)
  const root = element.shadowRoot
  if (!root) return
  root.adoptedStyleSheets = []
  if (element.childElementCount === 0) root.replaceChildren(make('a', { textContent, href }))
  else root.replaceChildren(make('slot', {}), make('slot', { name: 'served' }))
}
