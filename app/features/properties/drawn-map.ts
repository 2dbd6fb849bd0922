import type { Surroundings } from './presentation.ts'
import {
  distanceText,
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

function drawPlace(surroundings: Surroundings, property: Point, place: Surroundings['places'][number]): DrawnPlace {
  const { name, label, side, at } = place
  const [from, spot] = [onMap(surroundings, property), onMap(surroundings, at)]
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
  const { text, rings, places, land } = surroundings
  const mile = unitsPerMile(surroundings)
  const window = onMap(surroundings, property)
  const spotsOf = (points: readonly Point[]) => points.map((point) => onMap(surroundings, point))
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
      const { x, y } = onMap(surroundings, at)
      return { kind, transform: `translate(${x} ${y}) scale(${Math.round(high * mile) / 100})` }
    }),
    names: land.names.map(({ text, at }) => ({ text, spot: onMap(surroundings, at) })),
    places: [...places]
      .sort((a, b) => milesBetween(property, a.at) - milesBetween(property, b.at))
      .map((place) => drawPlace(surroundings, property, place)),
  }
}
