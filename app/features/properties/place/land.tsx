import type { Surroundings } from '../presentation.ts'
import { linePath, onMap, type Point, unitsPerMile, waterPath } from './surroundings.ts'

/** A river is not drawn thinner than this, in units of the drawing. */
const THINNEST = 4

/** Water, mountains and lifts, drawn freely: what is near to the reader, further south, stands before what is behind. */
export function Land({ surroundings }: { surroundings: Surroundings }) {
  const { water, lifts, peaks, hills } = surroundings.land
  const mile = unitsPerMile(surroundings)
  const spotsOf = (points: readonly Point[]) => points.map((point) => onMap(surroundings, point))
  const waters = water
    .map(({ wide, end = wide, points }) => {
      const [from, to] = [wide, end].map((miles) => Math.max(THINNEST, miles * mile)) as [number, number]
      return waterPath(spotsOf(points), { from, to })
    })
    .join('')
  const heights = [
    ...peaks.map((peak) => ({ ...peak, shape: PEAK })),
    ...hills.map((hill) => ({ ...hill, shape: HILL })),
  ].sort((a, b) => b.at[0] - a.at[0])
  return (
    <>
      <defs>
        <path id="map-water" d={waters} />
      </defs>
      <use href="#map-water" className="map-shore" />
      <use href="#map-water" className="map-water" />
      {heights.map(({ at, high, shape }) => {
        const { x, y } = onMap(surroundings, at)
        const size = (high * mile) / 100
        return (
          <g key={`${x} ${y}`} className="map-height" transform={`translate(${x} ${y}) scale(${size.toFixed(2)})`}>
            <path d={shape.whole} className="map-height-ground" />
            <path d={shape.shade} className="map-height-shade" />
            <path d={shape.line} className="map-height-line" />
          </g>
        )
      })}
      {lifts.map((points) => (
        <path key={points.join()} className="map-lift" d={linePath(spotsOf(points))} />
      ))}
    </>
  )
}

type Shape = Record<'whole' | 'shade' | 'line', string>

/** A hundred units high, its foot at 0, 0: the outline, the side away from the light, and the lines. */
const PEAK: Shape = {
  whole: 'M-92 0-54-52-42-44 0-100 26-62 38-68 92 0z',
  shade: 'M0-100 26-62 38-68 92 0H22L34-22 8-46 14-70z',
  line: 'M-92 0-54-52-42-44 0-100 26-62 38-68 92 0M0-100 14-70 8-46 34-22 22 0M-28-63-18-48-22-30',
}
const HILL: Shape = {
  whole: 'M-110 0C-78-8-52-64 0-64S78-8 110 0z',
  shade: 'M0-64C52-64 78-8 110 0H62C66-26 44-54 0-64z',
  line: 'M-110 0C-78-8-52-64 0-64S78-8 110 0',
}
