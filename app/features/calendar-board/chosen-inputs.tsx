import { useSearchParams } from 'react-router'
import type { BoardProperty } from './board.ts'
import type { Chosen } from './calendar-address.ts'
import type { NightChoice, PropertyPlan } from './plan-change.ts'
import { fingerprintOf, planLine } from './plan-words.ts'

type Props = {
  properties: BoardProperty[]
  chosen: Chosen
  only: NightChoice['only']
  plans: readonly PropertyPlan[]
}

/** The chosen nights, and the shown effect, in a form that changes them. */
export function ChosenInputs({ properties, chosen, only, plans }: Props) {
  const [query] = useSearchParams()
  const changing = new Set(plans.filter(({ leftOut }) => !leftOut).map(({ propertyId }) => propertyId))
  const included = properties.filter(({ id }) => changing.has(id)).map(({ slug }) => slug)
  const values = {
    intent: 'change',
    day: query.get('day') ?? '',
    property: query.get('property') ?? '',
    properties: chosen.slugs.join(','),
    first: chosen.first,
    last: chosen.last,
    only,
    included: included.join(','),
    seen: fingerprintOf(plans),
    seenWords: planLine(plans).slice(0, 20_000),
  }
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
