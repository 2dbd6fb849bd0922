import { randomUUID } from 'node:crypto'
import { addDays, eachNight, type IsoDate, isIsoDate, nightsBetween } from '#app/shared/dates.ts'
import { type Answer, badRequest, ok, problemsOf } from './channex-answers.ts'
import type { ChannexInventory } from './channex-inventory.ts'

type Value = Record<string, unknown>
/** A night of a rate plan, as it is stored. */
type Night = {
  rate: string
  min_stay_arrival: number
  min_stay_through: number
  max_stay: number
  closed_to_arrival: boolean
  closed_to_departure: boolean
  stop_sell: boolean
}

const DEFAULT: Night = {
  rate: '0.00',
  min_stay_arrival: 1,
  min_stay_through: 1,
  max_stay: 0,
  closed_to_arrival: false,
  closed_to_departure: false,
  stop_sell: false,
}
const FIELDS = [...Object.keys(DEFAULT), 'rates', 'min_stay']
const READABLE = [...Object.keys(DEFAULT), 'availability', 'min_stay', 'availability_offset', 'max_availability']

/** A decimal text, or a whole number in minor units. */
function rateOf(rate: unknown): string | null {
  if (typeof rate === 'string' && /^\d+(\.\d{1,2})?$/.test(rate)) return Number(rate).toFixed(2)
  return Number.isInteger(rate) ? (Number(rate) / 100).toFixed(2) : null
}

const isFlag = (value: unknown) => typeof value === 'boolean' || value === 0 || value === 1
const isAtLeast = (least: number) => (value: unknown) => Number.isInteger(value) && Number(value) >= least

function valueProblems(value: Value, minStayType: unknown) {
  const given = (field: string, isFine: (value: unknown) => boolean, problem: string): [string, boolean, string] => [
    field,
    value[field] === undefined || value[field] === null || isFine(value[field]),
    problem,
  ]
  const isPositive = (rate: unknown) => Number(rateOf(rate)) > 0
  return problemsOf([
    ...FIELDS.map((field): [string, boolean, string] => [
      field,
      value[field] !== null,
      'Should be a non null value or not existed field',
    ]),
    given('rate', isPositive, 'must be greater than 0'),
    given('min_stay_arrival', isAtLeast(1), 'must be greater than or equal to 1'),
    given('min_stay_through', isAtLeast(1), 'must be greater than or equal to 1'),
    given('max_stay', isAtLeast(0), 'must be greater than or equal to 0'),
    ...['closed_to_arrival', 'closed_to_departure', 'stop_sell'].map((field) => given(field, isFlag, 'is invalid')),
    given('min_stay', () => minStayType !== 'both', "property doesn't support `min_stay` restriction"),
    ['base', FIELDS.some((field) => value[field] !== undefined), 'at least one restriction is required'],
  ])
}

/** Nights by room type and rate plan. They are sent, read, and sold by platforms. */
export function channexNights(inventory: ChannexInventory, today: (propertyId: string) => IsoDate) {
  const availability = new Map<string, Map<IsoDate, number>>()
  const rates = new Map<string, Map<IsoDate, Night>>()

  const roomsOn = (roomTypeId: string, date: IsoDate) => availability.get(roomTypeId)?.get(date) ?? 0
  function nightOn(ratePlanId: string, date: IsoDate): Night {
    const [option] = (inventory.ratePlans.get(ratePlanId)?.attributes.options ?? []) as { rate: string }[]
    return rates.get(ratePlanId)?.get(date) ?? { ...DEFAULT, rate: option?.rate ?? '0.00' }
  }
  function store<T>(map: Map<string, Map<IsoDate, T>>, id: string, date: IsoDate, value: T) {
    map.set(id, (map.get(id) ?? new Map<IsoDate, T>()).set(date, value))
  }

  /** The dates of a value, and what is wrong with them. */
  function span({ date, date_from, date_to, property_id }: Value) {
    const [first, last] = [String(date ?? date_from ?? ''), String(date ?? date_to ?? '')]
    const isRange = isIsoDate(first) && isIsoDate(last) && first <= last
    const problems = problemsOf([
      ['date', isRange, 'is invalid'],
      ['date', !isRange || first >= today(String(property_id)), 'past dates are not allowed'],
    ])
    return { dates: isRange ? eachNight(first, addDays(last, 1)) : [], problems }
  }

  function setAvailability(value: Value) {
    const { dates, problems } = span(value)
    const id = String(value.room_type_id)
    const unit = inventory.roomTypes.get(id)
    const wrong = problemsOf([
      ['room_type_id', unit !== undefined && inventory.propertyOf(unit) === value.property_id, 'does not exist'],
      ['availability', isAtLeast(0)(value.availability), 'must be greater than or equal to 0'],
    ])
    if (wrong || problems) return { ...wrong, ...problems }
    const most = Number(unit?.attributes.count_of_rooms)
    for (const date of dates) store(availability, id, date, Math.min(most, Number(value.availability)))
    return null
  }

  function setRates(value: Value) {
    const { dates, problems } = span(value)
    const id = String(value.rate_plan_id)
    const plan = inventory.ratePlans.get(id)
    const settings = inventory.properties.get(String(value.property_id))?.attributes.settings as Value | undefined
    const wrong = problemsOf([
      ['rate_plan_id', plan !== undefined && inventory.propertyOf(plan) === value.property_id, 'does not exist'],
    ])
    const fields = valueProblems(value, settings?.min_stay_type)
    if (wrong || problems || fields) return { ...wrong, ...problems, ...fields }
    const type = settings?.min_stay_type === 'through' ? 'min_stay_through' : 'min_stay_arrival'
    const change = {
      ...Object.fromEntries(Object.keys(DEFAULT).flatMap((field) => (field in value ? [[field, value[field]]] : []))),
      ...(value.rate !== undefined && { rate: rateOf(value.rate) }),
      ...(value.min_stay !== undefined && { [type]: value.min_stay }),
    }
    for (const field of ['closed_to_arrival', 'closed_to_departure', 'stop_sell'] as const) {
      if (field in change) Object.assign(change, { [field]: Boolean(value[field]) })
    }
    for (const date of dates) store(rates, id, date, { ...nightOn(id, date), ...change })
    return null
  }

  /** Values are taken one by one in their order; those that are wrong come back as warnings of a success. */
  function post(kind: 'availability' | 'restrictions', body: Value): Answer {
    if (!Array.isArray(body.values)) return badRequest('values is required')
    const warnings = (body.values as Value[]).flatMap((value) => {
      const warning = kind === 'availability' ? setAvailability(value) : setRates(value)
      return warning ? [{ ...value, warning }] : []
    })
    const data = warnings.length < body.values.length ? [{ id: randomUUID(), type: 'task' }] : []
    return { status: 200, body: { data, meta: { message: 'Success', ...(warnings.length > 0 && { warnings }) } } }
  }

  function get(kind: 'availability' | 'restrictions', query: URLSearchParams): Answer {
    const property = query.get('filter[property_id]')
    const from = query.get('filter[date]') ?? query.get('filter[date][gte]')
    const to = query.get('filter[date]') ?? query.get('filter[date][lte]')
    const fields = query.get('filter[restrictions]')?.split(',') ?? []
    if (!property) return badRequest('property_id is required')
    if (!from || !to) return badRequest('date is required')
    if (kind === 'restrictions' && fields.length === 0) return badRequest('restrictions is required')
    const unknown = fields.find((field) => !READABLE.includes(field))
    if (unknown) return badRequest(`${unknown} is not supported`)
    const dates = eachNight(from, addDays(to, 1))
    const list = kind === 'availability' ? inventory.roomTypes : inventory.ratePlans
    const units = [...list.values()].filter((unit) => inventory.propertyOf(unit) === property)
    return ok(
      Object.fromEntries(
        units.map((unit) => [
          unit.id,
          Object.fromEntries(
            dates.map((date) => [
              date,
              kind === 'availability' ? roomsOn(unit.id, date) : readable(unit.id, date, fields),
            ]),
          ),
        ]),
      ),
    )
  }

  function readable(ratePlanId: string, date: IsoDate, fields: string[]): Value {
    const plan = inventory.ratePlans.get(ratePlanId)
    const rooms = plan ? roomsOn(inventory.roomTypeOf(plan), date) : 0
    const night = nightOn(ratePlanId, date)
    // The real one says so, too: without a room, a night reads as closed.
    const read: Value = { ...night, availability: rooms, stop_sell: night.stop_sell || rooms === 0 }
    return Object.fromEntries(fields.map((field) => [field, read[field] ?? null]))
  }

  /** The price of a stay in cents as a platform sells it, or null where it does not. */
  function offer(ratePlanId: string, checkIn: IsoDate, checkOut: IsoDate): number | null {
    const plan = inventory.ratePlans.get(ratePlanId)
    if (!plan) return null
    const dates = eachNight(checkIn, checkOut)
    const nights = dates.map((date) => nightOn(ratePlanId, date))
    const isSold =
      dates.every((date) => roomsOn(inventory.roomTypeOf(plan), date) > 0) &&
      nights.every(({ rate, stop_sell }) => Number(rate) > 0 && !stop_sell) &&
      !nightOn(ratePlanId, checkIn).closed_to_arrival &&
      !nightOn(ratePlanId, checkOut).closed_to_departure &&
      nightsBetween(checkIn, checkOut) >= nightOn(ratePlanId, checkIn).min_stay_arrival
    return isSold ? nights.reduce((sum, { rate }) => sum + Math.round(Number(rate) * 100), 0) : null
  }

  return {
    post,
    get,
    offer,
    roomsOn,
    nightOn,
    /** A new booking takes a room of its nights by itself. */
    takeRoom(roomTypeId: string, checkIn: IsoDate, checkOut: IsoDate) {
      for (const date of eachNight(checkIn, checkOut)) {
        store(availability, roomTypeId, date, Math.max(0, roomsOn(roomTypeId, date) - 1))
      }
    },
  }
}
