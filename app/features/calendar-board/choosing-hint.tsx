import { formatDate, nightsBetween } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'
import type { Chosen } from './calendar-address.ts'

type Props = { chosen: Chosen; onFinish: () => void; onCancel: () => void }

/** The chosen dates so far, after the first press or with Shift and the arrow keys. */
export function ChoosingHint({ chosen: { slugs, first, last }, onFinish, onCancel }: Props) {
  const nights = nightsBetween(first, last) + 1
  const properties = slugs.length > 1 ? `, ${countOf(slugs.length, 'home')}` : ''
  return (
    <div className="choosing-hint on-night">
      <p role="status">
        {nights === 1
          ? `${formatDate(first)}${properties}. Now the last night.`
          : `${countOf(nights, 'night')} from ${formatDate(first)}${properties}.`}
      </p>
      <button type="button" onClick={onFinish}>
        {nights === 1 ? 'Only this one' : 'Go on'}
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
