import type { FieldMetadata, Intent } from '@conform-to/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { RecordField } from '#app/shared/record-fields.ts'

type Item = FieldMetadata<Record<string, unknown>>
type Props = {
  field: RecordField & { kind: 'list' }
  input: FieldMetadata<Record<string, unknown>[]>
  /** A drawing of the list as guests see it. */
  drawing?: ReactNode
  children: (item: Item) => ReactNode
}

/** A button that changes the list. With script nothing is sent; without it the page returns with all input. */
const intentButton = (intent: Intent) => ({
  type: 'submit' as const,
  name: '__intent__',
  value: JSON.stringify(intent),
})

const FIRST_INPUT = 'input:not([type="hidden"]), textarea, select'

/** A list whose items are added, removed and moved by buttons. */
export function RecordList({ field, input, drawing, children }: Props) {
  const { name, errors, errorId } = input
  const items = input.getFieldList() as Item[]
  const keys = items.map(({ key }) => key).join(' ')
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  /** The element that gets the focus once the list has changed: of an item, by its number from 1. */
  const next = useRef<{ item: number; part: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the items have changed
  useEffect(() => {
    if (!next.current) return
    const { item, part } = next.current
    const at = list.current?.children[item - 1]
    next.current = null
    const found = at?.querySelector<HTMLElement>(part) ?? at?.querySelector<HTMLElement>(FIRST_INPUT) ?? add.current
    found?.focus()
  }, [keys])
  const goTo = (item: number, part: string) => () => {
    next.current = { item, part }
  }
  const move = (at: number, to: number, way: 'up' | 'down') => ({
    ...intentButton({ type: 'reorder', payload: { name, from: at, to } }),
    'data-move': way,
    className: 'text-button',
    'aria-label': `Move ${way}: ${field.item} ${at + 1}`,
    onClick: goTo(to + 1, `[data-move="${way}"]`),
  })
  return (
    <fieldset className="record-list" aria-describedby={errors && errorId}>
      <legend>{field.label}</legend>
      {field.hint && <p className="field-hint">{field.hint}</p>}
      {items.length === 0 && <p className="text-muted">None yet.</p>}
      <ol ref={list}>
        {items.map((item, at) => (
          <li key={item.key ?? item.name}>
            <fieldset className="record-item">
              <legend>{`${field.item} ${at + 1}`}</legend>
              {children(item)}
              <p className="record-moves">
                {at > 0 && <button {...move(at, at - 1, 'up')}>Move up</button>}
                {at < items.length - 1 && <button {...move(at, at + 1, 'down')}>Move down</button>}
                <button
                  {...intentButton({ type: 'remove', payload: { name, index: at } })}
                  className="text-button"
                  aria-label={`Remove ${field.item} ${at + 1}`}
                  onClick={goTo(Math.min(at + 1, items.length - 1), FIRST_INPUT)}
                >
                  Remove
                </button>
              </p>
            </fieldset>
          </li>
        ))}
      </ol>
      {drawing}
      {errors && (
        <p id={errorId} className="field-error">
          {errors[0]}
        </p>
      )}
      {items.length < field.most && (
        <button
          ref={add}
          {...intentButton({ type: 'insert', payload: { name } })}
          className="button button-outline"
          onClick={goTo(items.length + 1, FIRST_INPUT)}
        >
          {`Add ${/^[aeiou]/i.test(field.item) ? 'an' : 'a'} ${field.item.toLowerCase()}`}
        </button>
      )}
    </fieldset>
  )
}
