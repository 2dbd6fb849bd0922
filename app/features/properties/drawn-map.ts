import type { Surroundings } from './presentation.ts'
import {
  distanceText,
  type Frame,
  leavesMap,
  linePath,
  milesBetween,
  onMap,
  type Point,
  type Spot,
  unitsPerMile,
  waterPath,
  windTo,
} from './surroundings.ts'

/** The minimum width of a river, in drawing units. */
const THINNEST = 4
/** A place closer to the property than this lies under its window and gets no mark of its own. */
const UNDER_THE_WINDOW = 16
/** The label of a ring narrower than this is hidden when the drawing is small. */
const NARROW_RING = 150
/** The angle at which a ring shows its miles: slightly south of east. */
const RING_NAME = (20 * Math.PI) / 180

/** The map of a property in drawing units; places are sorted by distance. */
export type DrawnMap = {
  text: string
  property: Spot
  rings: { miles: number; radius: number; name: Spot; narrow: boolean }[]
  water: string
  lifts: string[]
  /** Mountains from far to near: the position of the base, and the size of the drawing, as an SVG transform. */
  heights: { kind: 'peak' | 'hill'; transform: string }[]
  names: { text: string; spot: Spot }[]
  places: DrawnPlace[]
}

type DrawnPlace = {
  name: string
  label: string
  /** The side of the spot that the label is on. */
  side: 'left' | 'right' | 'above' | 'below'
  spot: Spot
  /** Its distance as text. */
  distance: string
  /** Under the window of the property, without a mark. */
  hidden: boolean
  /** For a place beyond the edge: the angle toward it, and the miles in its label. */
  beyond: { angle: number; miles: number } | null
}

/** A place farther than this is named at the edge of a map that fits its places. */
const FARTHEST = 40
const RINGS = [0.5, 1, 2, 5, 10, 20, 40]

/** The area of the map, and its rings: from its record, or fitting its places. */
function frameOf({ center, miles, rings, places }: Surroundings, property: Point): Frame & { rings: number[] } {
  if (center && miles) return { center, miles, rings: rings ?? [] }
  const far = places.map(({ at }) => milesBetween(property, at)).filter((distance) => distance <= FARTHEST)
  const reach = Math.max(1, ...far)
  // The drawing is less high than wide, and names need room.
  const fitting = Math.round(reach * 2.9 * 10) / 10
  return { center: property, miles: fitting, rings: RINGS.filter((ring) => ring <= fitting / 2).slice(-2) }
}

function drawPlace(frame: Frame, property: Point, place: Surroundings['places'][number]): DrawnPlace {
  const { name, label, side, at } = place
  const [from, spot] = [onMap(frame, property), onMap(frame, at)]
  const miles = milesBetween(property, at)
  const distance = distanceText(miles, windTo(property, at))
  const edge = leavesMap(from, spot)
  if (!edge) {
    const hidden = Math.hypot(spot.x - from.x, spot.y - from.y) < UNDER_THE_WINDOW
    return { name, label, side, spot, distance, hidden, beyond: null }
  }
  const beyond = { angle: edge.angle, miles: Math.round(miles) }
  const inward = edge.spot.x < from.x ? 'right' : 'left'
  return { name, label, side: inward, spot: edge.spot, distance, hidden: true, beyond }
}

/** Draws the surroundings of a property. Runs on the server, because the drawing is smaller than its source data. */
export function drawMap(surroundings: Surroundings, property: Point): DrawnMap {
  const { text, places, land } = surroundings
  const { rings, ...frame } = frameOf(surroundings, property)
  const mile = unitsPerMile(frame)
  const window = onMap(frame, property)
  const spotsOf = (points: readonly Point[]) => points.map((point) => onMap(frame, point))
  const heights = [
    ...land.peaks.map((peak) => ({ ...peak, kind: 'peak' as const })),
    ...land.hills.map((hill) => ({ ...hill, kind: 'hill' as const })),
  ].sort((a, b) => b.at[0] - a.at[0])
  return {
    text,
    property: window,
    rings: rings.map((miles) => {
      const radius = Math.round(miles * mile)
      const name = {
        x: Math.round(window.x + radius * Math.cos(RING_NAME)),
        y: Math.round(window.y + radius * Math.sin(RING_NAME)),
      }
      return { miles, radius, name, narrow: radius < NARROW_RING }
    }),
    water: land.water
      .map(({ wide, end = wide, points }) =>
        waterPath(spotsOf(points), { from: Math.max(THINNEST, wide * mile), to: Math.max(THINNEST, end * mile) }),
      )
      .join(''),
    lifts: land.lifts.map((points) => linePath(spotsOf(points))),
    heights: heights.map(({ kind, at, high }) => {
      const { x, y } = onMap(frame, at)
      return { kind, transform: `translate(${x} ${y}) scale(${Math.round(high * mile) / 100})` }
    }),
    names: land.names.map(({ text, at }) => ({ text, spot: onMap(frame, at) })),
    places: [...places]
      .sort((a, b) => milesBetween(property, a.at) - milesBetween(property, b.at))
      .map((place) => drawPlace(frame, property, place)),
  }
}
