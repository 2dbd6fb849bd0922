import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { drawMap } from '#app/features/properties/drawn-map.ts'
import { LocationMap } from '#app/features/properties/map/property-location.tsx'
import { presentationSchema } from '#app/features/properties/presentation.ts'
import { demoProperties } from './properties/properties.ts'

/** Degrees of a great circle to miles, by the spherical law of cosines: another formula than the map's own. */
function miles(from: readonly [number, number], to: readonly [number, number]): number {
  const [a, b, c, d] = [...from, ...to].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number, number]
  return 3958.8 * Math.acos(Math.sin(a) * Math.sin(c) + Math.cos(a) * Math.cos(c) * Math.cos(d - b))
}

describe.each(demoProperties)('the map of $property.slug', ({ property, presentation }) => {
  const { surroundings } = presentationSchema.parse(presentation)
  if (!surroundings?.miles) throw new Error('the property has no map')
  const coordinates = [Number(property.latitude), Number(property.longitude)] as const
  const html = renderToString(<LocationMap {...drawMap(surroundings, coordinates)} />)
  const unitsOfMile = 1000 / surroundings.miles

  /** The place of a mark on the drawing, which is 1000 wide and 800 high. */
  function spotOf(pattern: RegExp): { x: number; y: number } {
    const [, left, top] = pattern.exec(html) ?? []
    if (!left) throw new Error(`the map has no ${pattern}`)
    return { x: Number(left) * 10, y: Number(top) * 8 }
  }
  const window = spotOf(/map-property" style="left:([\d.]+)%;top:([\d.]+)%/)

  test.each(surroundings.places)(
    'has $name as far from the property as its coordinates are, and on the same side',
    (place) => {
      const { label, at } = place
      const far = miles(coordinates, at)
      const mark = new RegExp(
        `class="map-place [^"]*" style="left:([\\d.]+)%;top:([\\d.]+)%">(?:<svg[^>]*><path[^>]*></path></svg>)?<span[^>]*>${label}(?:, (\\d+) mi)?<`,
      )
      const text = mark.exec(html)?.[3]
      const spot = spotOf(mark)
      const [dx, dy] = [spot.x - window.x, window.y - spot.y]
      if (text) {
        expect(Math.abs(Number(text) - far)).toBeLessThanOrEqual(0.5)
        expect(Math.min(spot.x, spot.y, 1000 - spot.x, 800 - spot.y)).toBeLessThan(40)
      } else {
        expect(Math.abs(Math.hypot(dx, dy) / unitsOfMile - far)).toBeLessThan(0.01 * far + 0.01)
      }
      const east = (at[1] - coordinates[1]) * Math.cos((coordinates[0] * Math.PI) / 180)
      const turned = Math.atan2(dy, dx) - Math.atan2(at[0] - coordinates[0], east)
      if (far > 0.5) expect(Math.cos(turned)).toBeGreaterThan(0.999)
    },
  )

  test('has rings as wide as they say', () => {
    const drawn = [...html.matchAll(/class="map-ring" cx="[\d.]+" cy="[\d.]+" r="(\d+)"/g)].map(([, r]) => Number(r))
    expect(drawn.map((radius) => Math.round(radius / unitsOfMile))).toEqual(surroundings.rings)
  })

  test('shows the property itself, well inside', () => {
    expect(window.x).toBeGreaterThan(200)
    expect(window.x).toBeLessThan(800)
    expect(window.y).toBeGreaterThan(160)
    expect(window.y).toBeLessThan(640)
  })
})
