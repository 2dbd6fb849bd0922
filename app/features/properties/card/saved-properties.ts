const KEY = 'saved-homes'
/** Tells this window's other buttons; other windows get the browser's `storage` event. */
const CHANGED = 'saved-homes-changed'
const MOST_SAVED = 100

/** A property that a guest saved on this device. It has its name, so that no list has to ask the server. */
export type SavedProperty = { slug: string; name: string }

// By hand: a schema would be most of the weight of the script that reads it.
function isSavedProperty(value: unknown): value is SavedProperty {
  const { slug, name } = (value ?? {}) as Partial<SavedProperty>
  return typeof slug === 'string' && typeof name === 'string'
}

/** The stored text; empty when nothing is stored, and null when the browser denies storage. */
export function getStoredText(): string | null {
  try {
    return window.localStorage.getItem(KEY) ?? ''
  } catch {
    return null
  }
}

/** The saved properties, last saved first; none if something else is stored. */
export function parseSaved(stored: string | null): SavedProperty[] {
  try {
    const saved: unknown = JSON.parse(stored || '[]')
    return Array.isArray(saved) ? saved.filter(isSavedProperty) : []
  } catch {
    return []
  }
}

/** Saves the property, or removes it. Reads again first: another window may have saved one meanwhile. */
export function setSaved(property: SavedProperty, saved: boolean): void {
  const others = parseSaved(getStoredText()).filter(({ slug }) => slug !== property.slug)
  const next = saved ? [property, ...others].slice(0, MOST_SAVED) : others
  try {
    window.localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Full or denied: the button stays as it is.
  }
  window.dispatchEvent(new Event(CHANGED))
}

/** Calls back when this or another window saves or removes a property. Returns the function that ends it. */
export function onSavedChange(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', listener)
  }
}
