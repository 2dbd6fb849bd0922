import { localTimeIn } from '#app/features/availability/availability.server.ts'
import {
  findNearestOpen,
  findNextOpen,
  type OpenContext,
  type OpenStay,
  openDates,
} from '#app/features/availability/next-open.ts'
import { answerHoursOf } from '#app/features/availability/property-rules.server.ts'
import { wordsOf } from '#app/features/availability/stay-offers.server.ts'
import { checkParty, checkStayRules, totalIfAllowed } from '#app/features/availability/stay-rules.ts'
import { listUpcomingTaken, takenNightsOf } from '#app/features/availability/upcoming-nights.server.ts'
import { getCardsById } from '#app/features/properties/properties.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, eachNight, formatSpan, nightsBetween } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { partyOf, type Stay } from '#app/shared/stay.ts'
import { limitParty } from './combinations.server.ts'
import { hasRoomFor, listOffered, type OfferedProperty, unmetFilters } from './find-properties.server.ts'
import type { MissingProperty, SearchOptions } from './search.ts'

/** With more properties at the place, a list of the missing would be longer than the results, and no help. */
export const MOST_EXPLAINED = 20

type Search = { stay: Stay; options: SearchOptions }

/**
 * Why the properties at the searched place that match the filters are not among the shown ones. Each has a stay that
 * can be booked there instead. Nothing if no property takes the party: other dates would not help.
 */
export async function listMissing(
  services: Services,
  { stay, options }: Search,
  shown: ReadonlySet<string>,
): Promise<MissingProperty[]> {
  const offered = await listOffered(services)
  const there = offered.filter((property) => unmetFilters(property, { location: options.location }).length === 0)
  if (options.cursor || there.length > MOST_EXPLAINED || !there.some((one) => hasRoomFor(one, stay))) return []
  const missing = there.filter((one) => !shown.has(one.id) && unmetFilters(one, options).length === 0)
  if (missing.length === 0) return []
  const [upcoming, cards] = await Promise.all([
    listUpcomingTaken(
      services,
      missing.map(({ id }) => id),
    ),
    getCardsById(services),
  ])
  const now = services.clock.now()
  return missing.flatMap((one): MissingProperty[] => {
    const card = cards.get(one.id)
    const context = {
      ...localTimeIn(one.timeZone, now),
      limits: services.config,
      ...takenNightsOf(one, upcoming),
      answerHours: answerHoursOf(services),
    }
    const why = card && explain(one, { ...stay, ...partyOf(stay) }, context)
    return why ? [{ property: card, ...why }] : []
  })
}

type Explanation = Omit<MissingProperty, 'property'>

/** Null if the property could be booked: only its total is outside the searched range. */
function explain({ rules }: OfferedProperty, stay: Stay, context: OpenContext): Explanation | null {
  const { checkIn, checkOut, ...party } = stay
  const tooMany = checkParty(rules, stay)
  const booked = eachNight(checkIn, checkOut).filter((night) => context.taken.has(night))
  const refusal = tooMany ?? checkStayRules(rules, stay, context)
  const nights = nightsBetween(checkIn, checkOut)
  const fewer = limitParty(party, rules)
  const next = (length: number | null) => findNextOpen(rules, { party: fewer, from: checkIn, nights: length }, context)
  const forFewer = tooMany ? ` for ${partyWords(fewer)}` : ''
  const offerOf = (dates: string, total: Cents) => `${dates}, ${formatAmount(total)} total`
  const nextOffer = (open: OpenStay | null): Explanation['offer'] =>
    open && {
      words: offerOf(`Next available${forFewer}: ${openDates(open.stay, context.today)}`, open.total),
      stay: open.stay,
    }

  if (tooMany) {
    const same = { checkIn, checkOut, ...fewer }
    const total = booked.length > 0 ? null : totalIfAllowed(rules, same, context)
    const offer =
      total === null
        ? nextOffer(next(nights) ?? next(null))
        : { words: offerOf(`${formatSpan(checkIn, checkOut)}${forFewer}`, total), stay: same }
    return { reason: inWords(tooMany), offer }
  }
  const [first, last] = [booked[0], booked.at(-1)]
  if (first && last) {
    return { reason: `Booked ${formatSpan(first, addDays(last, 1))}`, offer: nearestOffer() }
  }
  if (!refusal) return null
  return { reason: inWords(refusal), offer: nearestOffer() }

  function nearestOffer(): Explanation['offer'] {
    const [open] = findNearestOpen(rules, stay, context)
    if (!open) return null
    return {
      words: offerOf(`Nearest open dates: ${openDates(open.stay, context.today)}`, open.total),
      stay: open.stay,
    }
  }

  function inWords({ reason, message }: NonNullable<typeof refusal>) {
    const words = wordsOf(reason, rules, stay) ?? message.replace(/\.$/, '')
    return words.charAt(0).toUpperCase() + words.slice(1)
  }
}
