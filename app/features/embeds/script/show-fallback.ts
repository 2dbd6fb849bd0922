const make = (tag: string, settings: object) => Object.assign(document.createElement(tag), settings)

/** For an element that threw: shows its original content, or else a link to a page that does the same, and reports the error. */
export function showFallback(element: HTMLElement, error: unknown, textContent: string, href: string): void {
  reportError(error)
  const root = element.shadowRoot
  if (!root) return
  root.adoptedStyleSheets = []
  if (element.childElementCount === 0) root.replaceChildren(make('a', { textContent, href }))
  else root.replaceChildren(make('slot', {}), make('slot', { name: 'served' }))
}
