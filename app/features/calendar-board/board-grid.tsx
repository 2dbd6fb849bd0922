import { type CSSProperties, memo } from 'react'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { eachNight, formatMonth, type IsoDate, startOfMonth, weekday } from '#app/shared/dates.ts'
import { WEEKDAYS } from '#app/shared/weekdays.ts'
import { countOf, formatCount } from '#app/shared/words.ts'
import { type BoardProperty, type Covers, type Night, nightsOf, nightWords, placeBars, type Span } from './board.ts'
import { BoardBar } from './board-bar.tsx'
import type { Chosen } from './calendar-address.ts'
import type { NightCell } from './night-cells.ts'
import { useBoardPlace } from './use-board-place.ts'

const isWeekend = (date: IsoDate) => weekday(date) >= 5

type Props = {
  properties: BoardProperty[]
  covers: Covers
  days: Span
  /** The id of the bar in the panel. */
  shown: string | null
  /** The chosen nights. */
  selected: Chosen | null
  /** The night that Tab reaches, if it is shown; else it is today's. */
  stop: NightCell | null
}

/** Rows of properties, columns of days, by the ARIA grid pattern. A bar begins and ends within its day. */
export function BoardGrid({ properties, covers, days, shown, selected, stop }: Props) {
  const board = useBoardPlace(days.from)
  const dates = eachNight(days.from, days.to)
  const today = properties[0]?.today
  const tabStop = stopIn(properties, days, stop)
  return (
    <div className="board-scroll" ref={board}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern */}
      <table role="grid" aria-label="Calendar of all homes" className="board">
        <thead>
          <tr className="board-months">
            <th scope="col" rowSpan={2} className="board-name">
              Home
            </th>
            {[...Map.groupBy(dates, startOfMonth)].map(([month, { length }]) => (
              <th key={month} scope="colgroup" colSpan={length}>
                <span>{length < 3 ? formatMonth(month).slice(0, 3) : formatMonth(month)}</span>
              </th>
            ))}
          </tr>
          <tr>
            {dates.map((date) => (
              <th
                key={date}
                scope="col"
                className="board-day"
                aria-current={date === today ? 'date' : undefined}
                data-weekend={isWeekend(date) || undefined}
              >
                {WEEKDAYS[weekday(date)]?.slice(0, 3)} <b>{Number(date.slice(8))}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {properties.map((property) => (
            <BoardRow
              key={property.id}
              property={property}
              cover={covers[property.id]}
              from={days.from}
              to={days.to}
              shown={property.bars.some(({ id }) => id === shown) ? shown : null}
              first={selected?.slugs.includes(property.slug) ? selected.first : null}
              last={selected?.last ?? null}
              stop={tabStop?.slug === property.slug ? tabStop.date : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function stopIn(properties: BoardProperty[], days: Span, stop: NightCell | null): NightCell | null {
  const isShown = (date: IsoDate) => days.from <= date && date < days.to
  if (stop && isShown(stop.date) && properties.some(({ slug }) => slug === stop.slug)) return stop
  const [first] = properties
  return first ? { slug: first.slug, date: isShown(first.today) ? first.today : days.from } : null
}

type RowProps = {
  property: BoardProperty
  cover: Covers[string] | undefined
  from: IsoDate
  to: IsoDate
  shown: string | null
  /** The chosen nights; `first` is null if the property is not chosen. */
  first: IsoDate | null
  last: IsoDate | null
  /** The night that Tab reaches, if it is one of this row. */
  stop: IsoDate | null
}

/** Only rows whose own part changes are rendered again while somebody drags. */
const BoardRow = memo(function BoardRow({ property, cover, from, to, shown, first, last, stop }: RowProps) {
  const days = { from, to }
  const { placed, lanes } = placeBars(property.bars, days)
  const barsOn = Map.groupBy(placed, ({ on }) => on)
  // The bar itself names who has its first night.
  const isNamed = ({ date, taken }: Night) => barsOn.get(date)?.some(({ bar }) => bar === taken) ?? false
  const isChosen = (date: IsoDate) => first !== null && last !== null && first <= date && date <= last
  const nights = nightsOf(property, days)
  const hasMinimums = nights.some(({ taken, isPast, hasOtherMinimum }) => !taken && !isPast && hasOtherMinimum)
  return (
    <tr
      data-property={property.slug}
      data-minimums={hasMinimums || undefined}
      style={{ '--lanes': lanes } as CSSProperties}
    >
      <th scope="row" className="board-name">
        <span className="board-home">
          {cover && <ResponsiveImage image={{ ...cover, alt: '', placeholder: null }} sizes="2.75rem" />}
          <span>
            {property.name}
            <small>{countOf(property.maxGuests, 'guest')}</small>
          </span>
        </span>
      </th>
      {nights.map((night) => (
        <td
          key={night.date}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern
          role="gridcell"
          tabIndex={night.date === stop ? 0 : -1}
          className="board-night"
          data-night={night.date}
          data-bar={night.taken?.id}
          data-weekend={isWeekend(night.date) || undefined}
          data-past={night.isPast || undefined}
          data-today={night.date === property.today || undefined}
          aria-selected={isChosen(night.date) || undefined}
        >
          <span className="sr-only">{nightWords(night, { isNamed: isNamed(night) })}</span>
          <NightRate night={night} />
          {(barsOn.get(night.date) ?? []).map((one) => (
            <BoardBar key={one.bar.id} placed={one} isShown={one.bar.id === shown} />
          ))}
        </td>
      ))}
    </tr>
  )
})

/** The price of an open night, its minimum stay, and a mark for each visit. */
function NightRate({ night }: { night: Night }) {
  const { taken, isPast, price, minimumStay, isOwn, hasOtherMinimum, visits } = night
  return (
    <>
      {!taken && !isPast && (
        <span aria-hidden="true" className="board-rate" data-own={isOwn || undefined}>
          {hasOtherMinimum && <small>min {minimumStay}</small>}
          {price === null ? '–' : formatCount(Math.round(price / 100))}
        </span>
      )}
      {visits.length > 0 && (
        <span aria-hidden="true" className="board-visit">
          Visit
        </span>
      )}
    </>
  )
}
