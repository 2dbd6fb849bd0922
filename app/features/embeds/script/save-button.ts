import { getStoredText, onSavedChange, parseSaved, setSaved } from '#app/features/properties/card/saved-properties.ts'
import tooltip from '#app/ui/tooltip.css?inline'
import { addTooltip } from '#app/ui/tooltip.ts'

const HEART = 'M12 20.3 4.3 12.8a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 7 0l.7.7.7-.7a4.9 4.9 0 0 1 7 7z'

const styles = `
:host { display: inline-block }
button {
  display: grid; place-items: center; width: 100%; height: 100%; padding: 0; border: 0; border-radius: 50%;
  background: var(--save-ground, transparent); color: inherit; cursor: pointer; touch-action: manipulation;
}
button:hover { background: var(--save-ground-hover, color-mix(in srgb, currentcolor 9%, transparent)) }
button:focus-visible { outline: 3px solid var(--save-focus, var(--focus)); outline-offset: -3px }
svg { width: 55% }
path { fill: none; stroke: currentcolor; stroke-width: 1.75; stroke-linejoin: round }
[aria-pressed=true] path { fill: currentcolor }
${tooltip}`

/**
 * `<save-button data-slug data-name>`: a heart that saves a property on this device. An element of its own, because
 * results are also inserted as HTML, into a shadow root. It stays empty when the browser denies storage. A script of
 * its own, because the bundler's loader of lazy modules weighs as much as this.
 */
class SaveButton extends HTMLElement {
  #ends: (() => void)[] = []

  connectedCallback() {
    if (getStoredText() === null) return
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const button = root.querySelector('button') ?? draw(root)
    const { slug = '', name = '' } = this.dataset
    button.setAttribute('aria-label', `Save ${name}`)
    const show = () => {
      const saved = parseSaved(getStoredText()).some((property) => property.slug === slug)
      button.setAttribute('aria-pressed', String(saved))
    }
    button.onclick = () => setSaved({ slug, name }, button.getAttribute('aria-pressed') !== 'true')
    show()
    this.#ends = [onSavedChange(show), addTooltip(button)]
  }

  disconnectedCallback() {
    for (const end of this.#ends) end()
  }
}

function draw(root: ShadowRoot): HTMLButtonElement {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const button = document.createElement('button')
  const namespace = 'http://www.w3.org/2000/svg'
  const drawing = document.createElementNS(namespace, 'svg')
  const path = document.createElementNS(namespace, 'path')
  drawing.setAttribute('viewBox', '0 0 24 24')
  path.setAttribute('d', HEART)
  drawing.append(path)
  button.append(drawing)
  root.append(button)
  return button
}

customElements.define('save-button', SaveButton)
