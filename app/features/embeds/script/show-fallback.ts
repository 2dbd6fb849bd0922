const make = (tag: string, settings: object) => Object.assign(document.createElement(tag), settings)

/** After an element threw: shows its original content, or a link to an equivalent page, and reports the error. */
export function showFallback(element: HTMLElement, error: unknown, textContent: string, href: string): void {
  reportError(error)
  const root = element.shadowRoot
  if (!root) return
  root.adoptedStyleSheets = []
  if (element.childElementCount === 0) root.replaceChildren(make('a', { textContent, href }))
  else root.replaceChildren(make('slot', {}), make('slot', { name: 'served' }))
}
