import { countOf } from '#app/shared/words.ts'
import type { ListedProperty } from './test-property.ts'

type Props = { properties: ListedProperty[]; chosen: string | null; onChoose: (id: string) => void }

/** The properties as a radio list, each with its number of images. */
export function PropertyChoice({ properties, chosen, onChoose }: Props) {
  if (properties.length === 0) return <p className="text-muted">There are no properties yet. Create one first.</p>
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Property</legend>
      <div className="border-y border-border divide-y divide-border">
        {properties.map(({ id, name, location, images, published }) => (
          <label key={id} className="flex min-h-(--target-size) cursor-pointer items-start gap-3 py-3">
            <input
              type="radio"
              name="property"
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="mt-1 size-5 flex-none accent-ember"
            />
            <span className="min-w-0 flex-1 break-words">
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-muted">
                {location} · {countOf(images.length, 'image')}
                {published === false && ' · Unpublished'}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
