/** Latitude and longitude in degrees. */
export type Point = readonly [latitude: number, longitude: number]
/** A point of the drawing, in its units, y downward. */
export type Spot = { x: number; y: number }
/** The middle of a map, and its width. */
export type Frame = { center: Point; miles: number }

const EARTH_MILES = 3958.8
/** The ratio of a map's height to its width. */
const HEIGHT = 0.8
/** The width of a map in drawing units. */
export const MAP_WIDTH = 1000
export const MAP_HEIGHT = MAP_WIDTH * HEIGHT

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance between two points, in miles (haversine formula). */
export function milesBetween([fromLatitude, fromLongitude]: Point, [toLatitude, toLongitude]: Point): number {
  const up = Math.sin(radians(toLatitude - fromLatitude) / 2) ** 2
  const across = Math.sin(radians(toLongitude - fromLongitude) / 2) ** 2
  const chord = up + Math.cos(radians(fromLatitude)) * Math.cos(radians(toLatitude)) * across
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(chord))
}

const WINDS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const

/** The compass direction of a point, one of eight. */
export function windTo([fromLatitude, fromLongitude]: Point, [toLatitude, toLongitude]: Point): string {
  const east = (toLongitude - fromLongitude) * Math.cos(radians(fromLatitude))
  const eighths = Math.round((Math.atan2(east, toLatitude - fromLatitude) / Math.PI) * 4)
  return WINDS[(eighths + 8) % 8] ?? 'north'
}

/**
 * A distance and its direction, no more precise than the location, which is public to a few hundred yards. Half miles
 * up to five, whole miles beyond.
 */
export function distanceText(miles: number, wind: string): string {
  if (miles < 0.5) return 'less than half a mile'
  const rounded = miles < 5 ? Math.round(miles * 2) / 2 : Math.round(miles)
  return `about ${rounded} ${rounded === 1 ? 'mile' : 'miles'} ${wind}`
}

export const unitsPerMile = ({ miles }: Frame) => MAP_WIDTH / miles

/**
 * The position of a point on the drawing, y downward. Treats the earth as flat: across a county the error is below a
 * hundredth.
 */
export function onMap(frame: Frame, [latitude, longitude]: Point): Spot {
  const [middle, meridian] = frame.center
  const unitsPerDegree = radians(1) * EARTH_MILES * unitsPerMile(frame)
  return {
    x: tenth(MAP_WIDTH / 2 + (longitude - meridian) * Math.cos(radians(middle)) * unitsPerDegree),
    y: tenth(MAP_HEIGHT / 2 - (latitude - middle) * unitsPerDegree),
  }
}

/** A tenth of a unit is finer than a line. */
const tenth = (value: number) => Math.round(value * 10) / 10

/** Space kept clear at the edge for the label of a place beyond it. */
const EDGE = 36

/** Where the straight line to a place beyond the edge leaves the drawing, and its angle in degrees. Null for others. */
export function leavesMap(property: Spot, place: Spot): { spot: Spot; angle: number } | null {
  const inside = place.x >= 0 && place.x <= MAP_WIDTH && place.y >= 0 && place.y <= MAP_HEIGHT
  if (inside) return null
  const dx = place.x - property.x
  const dy = place.y - property.y
  const toX = ((dx > 0 ? MAP_WIDTH - EDGE : EDGE) - property.x) / dx
  const toY = ((dy > 0 ? MAP_HEIGHT - EDGE : EDGE) - property.y) / dy
  const part = Math.min(dx === 0 ? Number.POSITIVE_INFINITY : toX, dy === 0 ? Number.POSITIVE_INFINITY : toY)
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI
  return { spot: { x: tenth(property.x + dx * part), y: tenth(property.y + dy * part) }, angle: Math.round(angle) }
}

/** How many segments a curve has between two points. */
const STEPS = 2

/** The points of a smooth line through the given ones (Catmull-Rom). */
function smooth(points: readonly Spot[]): Spot[] {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] ?? { x: 0, y: 0 }
  const blend = (t: number, [a, b, c, d]: [number, number, number, number]) =>
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
  const along = points.slice(1).flatMap((_, index) => {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    return Array.from({ length: STEPS }, (__, step) => ({
      x: blend(step / STEPS, [a.x, b.x, c.x, d.x]),
      y: blend(step / STEPS, [a.y, b.y, c.y, d.y]),
    }))
  })
  return [...along, at(points.length - 1)]
}

const rounded = ({ x, y }: Spot): Spot => ({ x: Math.round(x), y: Math.round(y) })

/** Path coordinates, each relative to the previous one: `4 -3 8`. */
const steps = (from: Spot, to: readonly Spot[]) => to.map(({ x, y }) => `${x - from.x} ${y - from.y}`).join(' ')

/** A smooth line through points of the drawing. */
export function linePath(points: readonly Spot[]): string {
  return `M${steps({ x: 0, y: 0 }, smooth(points).map(rounded))}`
}

/**
 * The outline of water that follows a line and narrows from one width to another, in drawing units. Its shore varies a
 * little, the same way each time.
 */
export function waterPath(points: readonly Spot[], wide: { from: number; to: number }): string {
  const line = smooth(points)
  const shores = line.map((spot, index) => {
    const [before, after] = [line[index - 1] ?? spot, line[index + 1] ?? spot]
    const long = Math.hypot(after.x - before.x, after.y - before.y) || 1
    const part = index / Math.max(1, line.length - 1)
    const half = (wide.from + (wide.to - wide.from) * part) / 2
    const side = (sign: 1 | -1) => {
      const off = sign * half * (1 + 0.18 * Math.sin(index * 2.3 + sign + spot.x))
      return { x: spot.x - ((after.y - before.y) / long) * off, y: spot.y + ((after.x - before.x) / long) * off }
    }
    return { left: side(1), right: side(-1) }
  })
  return roundedPath([...shores.map(({ left }) => left), ...shores.map(({ right }) => right).reverse()])
}

/** A closed smooth line: the given points are its control points, and the midpoints between them lie on it. */
function roundedPath(points: readonly Spot[]): string {
  const middles = points.map((spot, index) => {
    const next = points[(index + 1) % points.length] ?? spot
    return rounded({ x: (spot.x + next.x) / 2, y: (spot.y + next.y) / 2 })
  })
  const start = middles[middles.length - 1] ?? { x: 0, y: 0 }
  const bends = points.map((spot, index) => {
    const [from, to] = [middles[index - 1] ?? start, middles[index] ?? start]
    return `q${steps(from, [rounded(spot), to])}`
  })
  return `M${start.x} ${start.y}${bends.join('')}z`
}
