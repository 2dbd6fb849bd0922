import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { placesFor } from '#app/features/back-office/places.ts'
import type { Scope } from '#app/shared/roles.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import './admin-keys.css'

/** The field of the search, which `/` and Ctrl+K lead to. */
export const SEARCH_ID = 'admin-search'

/** A letter after `g` counts for so long, in milliseconds. */
const SEQUENCE_MS = 1500

const STORED = 'admin-single-keys'

/** Whether keys without Ctrl work on this device: whoever dictates to the computer can turn them off (WCAG 2.1.4). */
function useSingleKeys() {
  const [isOn, setIsOn] = useState(true)
  useEffect(() => {
    try {
      setIsOn(window.localStorage.getItem(STORED) !== 'off')
    } catch {
      // Without storage, they are on.
    }
  }, [])
  const store = (on: boolean) => {
    setIsOn(on)
    try {
      window.localStorage.setItem(STORED, on ? 'on' : 'off')
    } catch {
      // It holds until the page is left.
    }
  }
  return [isOn, store] as const
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null

/** A dialog or a drawer covers the page: no key leads out of it, or to what lies below. */
const isCovered = () => document.querySelector('dialog[open], .drawer-fold[open]') !== null

/** The places of an operator that `g` and a letter lead to. */
const keyedPlaces = (scopes: readonly Scope[]) =>
  placesFor({ scopes })
    .flatMap(({ places }) => places)
    .flatMap(({ key, label, to }) => (key ? { key, label, to } : []))

type Props = { scopes: readonly Scope[]; isOpen: boolean; setIsOpen: (isOpen: boolean) => void }

/** The keys of the back office, and the dialog that lists them. Everything works without them. */
export function AdminKeys({ scopes, isOpen, setIsOpen }: Props) {
  const navigate = useNavigate()
  const [isOn, setIsOn] = useSingleKeys()
  useEffect(() => {
    let sequenceFrom = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (isCovered()) return
      const { key, ctrlKey, metaKey, altKey, repeat, timeStamp } = event
      const search = document.getElementById(SEARCH_ID)
      const isAlone = isOn && !ctrlKey && !metaKey && !altKey && !repeat && !isTyping(event)
      const place =
        isAlone && timeStamp - sequenceFrom < SEQUENCE_MS ? keyedPlaces(scopes).find((one) => one.key === key) : null
      sequenceFrom = isAlone && key === 'g' && !place ? timeStamp : Number.NEGATIVE_INFINITY
      if (place) {
        // The letter is no key of the page: the calendar has some of its own.
        event.stopPropagation()
        void navigate(place.to)
      } else if (isAlone && key === '?') setIsOpen(true)
      else if (search instanceof HTMLInputElement && (key === 'k' ? ctrlKey || metaKey : isAlone && key === '/')) {
        search.select()
      } else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [scopes, navigate, isOn, setIsOpen])
  return (
    <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Keyboard shortcuts">
      <dl className="admin-keys">
        {[
          ['Ctrl K', 'Search'],
          ...(isOn
            ? [['/', 'Search'], ['?', 'This list'], ...keyedPlaces(scopes).map(({ key, label }) => [`g ${key}`, label])]
            : []),
          ['Ctrl Z', 'Undo your last change'],
          ['Alt ↓', 'The next section of what you edit'],
          ['Alt ↑', 'The section before'],
        ].map(([keys = '', label]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label className="admin-keys-switch">
        <input type="checkbox" checked={isOn} onChange={({ target }) => setIsOn(target.checked)} />
        Keys without Ctrl work on this device
      </label>
    </Dialog>
  )
}
