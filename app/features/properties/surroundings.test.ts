import { describe, expect, test } from 'vitest'
import {
  distanceText,
  leavesMap,
  linePath,
  MAP_HEIGHT,
  MAP_WIDTH,
  milesBetween,
  onMap,
  type Point,
  unitsPerMile,
  waterPath,
  windTo,
} from './surroundings.ts'

const DENVER: Point = [39.7392, -104.9903]
const BOULDER: Point = [40.015, -105.2705]

describe('distances', () => {
  test('are over the ground and the same in both directions', () => {
    expect(milesBetween(DENVER, BOULDER)).toBeCloseTo(24.16, 1)
    expect(milesBetween(BOULDER, DENVER)).toBe(milesBetween(DENVER, BOULDER))
    expect(milesBetween(DENVER, DENVER)).toBe(0)
    // A sixtieth of a degree of latitude is a nautical mile.
    expect(milesBetween([40, -105], [40 + 1 / 60, -105])).toBeCloseTo(1.151, 2)
  })

  test('are rounded to the precision of the location', () => {
    expect(distanceText(0.05, 'south')).toBe('less than half a mile')
    expect(distanceText(0.6, 'south')).toBe('about 0.5 miles south')
    expect(distanceText(1.1, 'west')).toBe('about 1 mile west')
    expect(distanceText(2.36, 'northwest')).toBe('about 2.5 miles northwest')
    expect(distanceText(21.8, 'west')).toBe('about 22 miles west')
  })

  test('have a compass direction', () => {
    expect(windTo(DENVER, BOULDER)).toBe('northwest')
    expect(windTo(BOULDER, DENVER)).toBe('southeast')
    expect(windTo([40, -105], [40, -106])).toBe('west')
    expect(windTo([40, -105], [41, -105])).toBe('north')
    expect(windTo([40, -105], [39, -105.1])).toBe('south')
  })
})

describe('the drawing', () => {
  const frame = { center: [40, -105] as const, miles: 50 }

  test('has its center in the middle, with east to the right and north at the top', () => {
    expect(onMap(frame, [40, -105])).toEqual({ x: MAP_WIDTH / 2, y: MAP_HEIGHT / 2 })
    const { x, y } = onMap(frame, [40.1, -104.9])
    expect(x).toBeGreaterThan(MAP_WIDTH / 2)
    expect(y).toBeLessThan(MAP_HEIGHT / 2)
  })

  test('is to scale', () => {
    const [from, to] = [onMap(frame, DENVER), onMap(frame, BOULDER)]
    const drawn = Math.hypot(to.x - from.x, to.y - from.y) / unitsPerMile(frame)
    expect(Math.abs(drawn / milesBetween(DENVER, BOULDER) - 1)).toBeLessThan(0.01)
  })

  test('shows a far place where the direction to it crosses the edge', () => {
    const property = { x: 500, y: 400 }
    expect(leavesMap(property, { x: 900, y: 700 })).toBeNull()
    expect(leavesMap(property, { x: 3000, y: 400 })).toEqual({ spot: { x: MAP_WIDTH - 36, y: 400 }, angle: 0 })
    expect(leavesMap(property, { x: 500, y: -900 })).toEqual({ spot: { x: 500, y: 36 }, angle: -90 })
    const corner = leavesMap(property, { x: -4500, y: 5400 })
    expect(corner).toEqual({ spot: { x: 136, y: MAP_HEIGHT - 36 }, angle: 135 })
  })

  test('draws a line through its points, and closes the shore of water', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 60, y: 30 },
    ]
    expect(linePath(points)).toMatch(/^M0 0 .* 30 0 .* 60 30$/)
    expect(waterPath(points, { from: 20, to: 4 })).toMatch(/^M[-\d ]+(?:q[-\d ]+)+z$/)
    expect(waterPath(points, { from: 20, to: 4 })).toBe(waterPath(points, { from: 20, to: 4 }))
  })
})
