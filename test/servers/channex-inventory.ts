import { randomUUID } from 'node:crypto'
import { type Answer, created, type Entity, invalid, notFound, ok, page, problemsOf } from './channex-answers.ts'

type Fields = Record<string, unknown>

const isText = (value: unknown, max = 255) => typeof value === 'string' && value.trim() !== '' && value.length <= max
const isWhole = (value: unknown, least: number) => Number.isInteger(value) && Number(value) >= least
const isAbsentOr = (value: unknown, isFine: (value: unknown) => boolean) => value === undefined || isFine(value)

function propertyProblems(fields: Fields) {
  const settings = (fields.settings ?? {}) as Fields
  const isDegrees = (most: number) => (value: unknown) =>
    typeof value === 'string' && /^-?\d{1,3}(\.\d{1,7})?$/.test(value) && Math.abs(Number(value)) <= most
  return problemsOf([
    ['title', isText(fields.title), "can't be blank"],
    ['currency', typeof fields.currency === 'string' && /^[A-Z]{3}$/.test(fields.currency), 'is invalid'],
    ['email', isAbsentOr(fields.email, (value) => /^\S+@\S+\.\S+$/.test(String(value))), 'has invalid format'],
    ['phone', isAbsentOr(fields.phone, (value) => isText(value, 32)), 'is invalid'],
    ['country', isAbsentOr(fields.country, (value) => /^[A-Z]{2}$/.test(String(value))), 'is invalid'],
    ['latitude', isAbsentOr(fields.latitude, isDegrees(90)), 'is invalid'],
    ['longitude', isAbsentOr(fields.longitude, isDegrees(180)), 'is invalid'],
    [
      'settings',
      isAbsentOr(settings.state_length, (value) => isWhole(value, 100) && Number(value) <= 730),
      'state_length must be from 100 to 730',
    ],
    [
      'settings',
      isAbsentOr(settings.min_stay_type, (value) => ['both', 'arrival', 'through'].includes(String(value))),
      'min_stay_type is invalid',
    ],
  ])
}

function roomTypeProblems(fields: Fields, hasProperty: boolean) {
  return problemsOf([
    ['property_id', hasProperty, 'does not exist'],
    ['title', isText(fields.title), "can't be blank"],
    ['count_of_rooms', isWhole(fields.count_of_rooms, 1), 'must be greater than 0'],
    ['occ_adults', isWhole(fields.occ_adults, 1), 'must be greater than 0'],
    ['occ_children', isWhole(fields.occ_children, 0), 'must be greater than or equal to 0'],
    ['occ_infants', isWhole(fields.occ_infants, 0), 'must be greater than or equal to 0'],
    [
      'default_occupancy',
      isWhole(fields.default_occupancy, 1) && Number(fields.default_occupancy) <= Number(fields.occ_adults),
      'must be at most occ_adults',
    ],
  ])
}

type Option = { occupancy: number; is_primary: boolean; rate?: unknown }

function ratePlanProblems(fields: Fields, roomType: Entity | undefined, hasProperty: boolean) {
  const options = Array.isArray(fields.options) ? (fields.options as Option[]) : []
  const adults = Number(roomType?.attributes.occ_adults ?? 0)
  const tooMany = options.find(({ occupancy }) => roomType && occupancy > adults)
  return problemsOf([
    ['property_id', hasProperty, 'does not exist'],
    ['room_type_id', roomType !== undefined, 'does not exist'],
    ['title', isText(fields.title), "can't be blank"],
    ['options', options.length > 0, "can't be blank"],
    [
      'options',
      options.filter(({ is_primary }) => is_primary === true).length === 1,
      'must have one primary occupancy',
    ],
    ['options', options.every(({ occupancy }) => isWhole(occupancy, 1)), 'occupancy must be greater than 0'],
    ['options', fields.sell_mode !== 'per_room' || options.length <= 1, 'must have one occupancy for per_room'],
    ['options', !tooMany, `occupancy ${tooMany?.occupancy} exceeds the room type's max adults occupancy of ${adults}`],
    ['currency', isAbsentOr(fields.currency, (value) => /^[A-Z]{3}$/.test(String(value))), 'is invalid'],
    [
      'sell_mode',
      isAbsentOr(fields.sell_mode, (value) => ['per_room', 'per_person'].includes(String(value))),
      'is invalid',
    ],
  ])
}

const SETTINGS = { state_length: 500, min_stay_type: 'both', cut_off_time: null, cut_off_days: null }
const to = (type: string, id: unknown) => ({ data: { type, id: String(id) } })

/** Properties, room types and rate plans, with the documented validation. */
export function channexInventory() {
  const lists: Record<'properties' | 'room_types' | 'rate_plans', Map<string, Entity>> = {
    properties: new Map(),
    room_types: new Map(),
    rate_plans: new Map(),
  }
  const { properties, room_types: roomTypes, rate_plans: ratePlans } = lists
  const keys = { properties: 'property', room_types: 'room_type', rate_plans: 'rate_plan' } as const

  const isKnown = (id: unknown) => properties.has(String(id))

  function problems(
    kind: keyof typeof lists,
    fields: Fields,
    old: Entity | undefined,
  ): Record<string, string[]> | null {
    const all: Fields = { ...old?.attributes, ...fields }
    if (kind === 'properties') return propertyProblems(all)
    if (kind === 'room_types') return roomTypeProblems(all, old !== undefined || isKnown(fields.property_id))
    return ratePlanProblems(
      all,
      roomTypes.get(String(all.room_type_id)),
      old !== undefined || isKnown(fields.property_id),
    )
  }

  function entityOf(kind: keyof typeof lists, id: string, { property_id, room_type_id, ...rest }: Fields): Entity {
    const type = keys[kind]
    if (kind === 'properties') {
      const settings = { ...SETTINGS, ...((rest.settings ?? {}) as Fields) }
      return {
        id,
        type,
        attributes: { ...rest, id, is_active: true, settings },
        relationships: { groups: { data: [] } },
      }
    }
    const relationships = { property: to('property', property_id) }
    if (kind === 'room_types') return { id, type, attributes: { ...rest, id }, relationships }
    const options = (rest.options as Option[]).map(({ rate, ...option }) => ({
      ...option,
      id: option.is_primary ? id : randomUUID(),
      derived_option: null,
      // Written in minor units, read as a decimal.
      rate: (Number(rate ?? 0) / 100).toFixed(2),
    }))
    return {
      id,
      type,
      attributes: { currency: 'USD', ...rest, id, options },
      relationships: { ...relationships, room_type: to('room_type', room_type_id) },
    }
  }

  function answer(method: string, [kind = '', id]: string[], query: URLSearchParams, body: Fields): Answer {
    if (kind !== 'properties' && kind !== 'room_types' && kind !== 'rate_plans') return notFound
    const list = lists[kind]
    const old = id === undefined ? undefined : list.get(id)
    if (id !== undefined && !old) return notFound
    if (method === 'GET') return old ? ok(old) : page([...list.values()], query)
    const fields = body[keys[kind]]
    if (typeof fields !== 'object' || fields === null) return invalid({ [keys[kind]]: ["can't be blank"] })
    const wrong = problems(kind, fields as Fields, old)
    if (wrong) return invalid(wrong)
    if (method === 'PUT' && old) {
      Object.assign(old.attributes, fields)
      return ok(old)
    }
    const entity = entityOf(kind, randomUUID(), fields as Fields)
    list.set(entity.id, entity)
    return created(entity)
  }

  const relatedTo = ({ relationships = {} }: Entity, name: string) =>
    (relationships[name] as ReturnType<typeof to>).data.id
  const propertyOf = (entity: Entity) => relatedTo(entity, 'property')
  return {
    answer,
    properties,
    roomTypes,
    ratePlans,
    propertyOf,
    roomTypeOf: (entity: Entity) => relatedTo(entity, 'room_type'),
  }
}

export type ChannexInventory = ReturnType<typeof channexInventory>
