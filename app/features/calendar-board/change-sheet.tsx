import { useState } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import type { StayLimits } from '#app/features/availability/stay-rules.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { addDays, formatDate, nightsBetween } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import { BlockForm } from './block-form.tsx'
import { type BoardProperty, type Night, nightsOf } from './board.ts'
import { BoardPanel } from './board-panel.tsx'
import { type Chosen, calendarPath, NOTHING_OPEN } from './calendar-address.ts'
import { choiceProblem, draftFrom } from './change-form.ts'
import { OtherNights, WhichNights } from './chosen-fields.tsx'
import { GuestsPay } from './guests-pay.tsx'
import { lastYearWords, type SoldStay } from './last-year.ts'
import { priceFacts, rangeOf } from './price-facts.ts'
import { RatesForm } from './rates-form.tsx'

type Props = {
  properties: BoardProperty[]
  chosen: Chosen
  limits: StayLimits
  /** What the nights of last year sold at. */
  sold: SoldStay[]
  answer: ChangeAnswer | null
}

/** The chosen nights: their price and minimum stay, a block, or a booking. */
export function ChangeSheet({ properties, chosen, limits, sold, answer }: Props) {
  const [query] = useSearchParams()
  const may = useMay()
  const first = draftFrom((name) => typedIn(answer, name) ?? query.get(name) ?? '')
  const [only, setOnly] = useState(first.only)
  const sent = useNavigation().formData?.get('what')
  const included = properties.filter(({ slug }) => chosen.slugs.includes(slug))
  const [property] = included.length === 1 ? included : []
  const problem = choiceProblem(chosen.first, chosen.last)
  const nights = problem ? [] : included.map((one) => nightsOf(one, spanOf(chosen)))
  const count = nightsBetween(chosen.first, chosen.last) + 1
  const form = { properties: included, chosen, only, first, answer }
  return (
    <BoardPanel
      title={problem ? 'Choose nights' : `${propertiesText(included)}: ${countOf(count, 'night')}`}
      closePath={calendarPath(query, NOTHING_OPEN)}
    >
      <div className="sheet">
        <p className="sheet-dates">{problem ?? `${datesText(chosen)}, ${stateOf(nights.flat())}`}</p>
        <ChangeNote answer={answer} />
        <WhichNights {...{ chosen, only }} onOnly={setOnly} />
        {!problem && may('prices:write') && (
          <RatesForm
            {...form}
            nights={nights}
            facts={property ? factsOf(property, nights.flat(), sold) : rangeFacts(nights.flat())}
            maxStayNights={limits.maxStayNights}
            pending={sent === 'rates'}
          >
            {(plans) =>
              property && (
                <GuestsPay property={property} chosen={chosen} rates={plans[0]?.after ?? []} limits={limits} />
              )
            }
          </RatesForm>
        )}
        {property && !problem && !may('prices:write') && (
          <GuestsPay property={property} chosen={chosen} rates={[]} limits={limits} />
        )}
        {!problem && <BlockForm {...form} pending={typeof sent === 'string' && sent !== 'rates'} />}
        {property && !problem && (
          <Link className="button button-outline" to={bookPath(property.slug, chosen)}>
            New booking
          </Link>
        )}
        <OtherNights properties={properties} chosen={chosen} />
      </div>
    </BoardPanel>
  )
}

const typedIn = (answer: ChangeAnswer | null, name: string) => {
  const typed = answer?.result.initialValue?.[name]
  return typeof typed === 'string' ? typed : undefined
}

const spanOf = ({ first, last }: Chosen) => ({ from: first, to: addDays(last, 1) })

const propertiesText = (properties: BoardProperty[]) =>
  properties.length === 1 ? (properties[0]?.name ?? '') : countOf(properties.length, 'home')

const datesText = ({ first, last }: Chosen) => `${formatDate(first)} to ${formatDate(addDays(last, 1))}`

function stateOf(nights: readonly Night[]): string {
  const open = nights.filter(({ taken, isPast }) => !taken && !isPast).length
  if (open === nights.length) return 'available'
  return open === 0 ? 'not available' : `${open} of ${nights.length} available`
}

function factsOf(property: BoardProperty, nights: readonly Night[], sold: readonly SoldStay[]): string | null {
  const dates = nights.map(({ date }) => date)
  const facts = [priceFacts(property, nights), lastYearWords(sold, { propertyId: property.id, nights: dates })]
  return facts.filter(Boolean).join(' ') || null
}

function rangeFacts(nights: readonly Night[]): string | null {
  const range = rangeOf(nights)
  return range && `Now ${range}.`
}

/** The booking by hand, with home and dates filled in. */
function bookPath(slug: string, { first, last }: Chosen): string {
  return `/admin/bookings/new?${new URLSearchParams({ property: slug, checkIn: first, checkOut: addDays(last, 1) })}`
}
