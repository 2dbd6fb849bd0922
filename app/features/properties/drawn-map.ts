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

/** A river is not drawn thinner than this, in units of the drawing. */
const THINNEST = 4
/** A place nearer to the home lies under its window and has no mark of its own. */
const UNDER_THE_WINDOW = 16
/** The name of a ring that is narrower makes way where the drawing is small. */
const NARROW_RING = 150
/** Where on a ring its miles are told: a little south of east. */
const RING_NAME = (20 * Math.PI) / 180

/** The map of a home as it is shown, in units of the drawing; the places by their distance. */
export type DrawnMap = {
  text: string
  home: Spot
  rings: { miles: number; radius: number; name: Spot; narrow: boolean }[]
  water: string
  lifts: string[]
  /** Mountains from the far ones to the near ones: where their foot is, and how large their drawing. */
  heights: { kind: 'peak' | 'hill'; foot: Spot; size: number }[]
  names: { text: string; spot: Spot }[]
  places: DrawnPlace[]
}

type DrawnPlace = {
  name: string
  label: string
  /** On which side of its spot the label stands. */
  side: 'left' | 'right' | 'above' | 'below'
  spot: Spot
  /** Its distance in words. */
  distance: string
  /** Under the window of the home, and without a mark. */
  hidden: boolean
  /** For a place beyond the edge: the angle of the way to it, and the miles that its label tells. */
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

/** Draws the surroundings of a home. The server does it: what it draws weighs less than what it is drawn from. */
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
    home: window,
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
    heights: heights.map(({ kind, at, high }) => ({
      kind,
      foot: onMap(surroundings, at),
      size: Math.round(high * mile) / 100,
    })),
    names: land.names.map(({ text, at }) => ({ text, spot: onMap(surroundings, at) })),
    places: [...places]
      .sort((a, b) => milesBetween(property, a.at) - milesBetween(property, b.at))
      .map((place) => drawPlace(surroundings, property, place)),
  }
}
