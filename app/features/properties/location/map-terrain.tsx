import type { DrawnMap } from '../drawn-map.ts'

/** A hundred units high, the foot at 0, 0: the outline, the side away from the light, and the lines. */
const SHAPES = {
  peak: {
    whole: 'M-92 0-54-52-42-44 0-100 26-62 38-68 92 0z',
    shade: 'M0-100 26-62 38-68 92 0H22L34-22 8-46 14-70z',
    line: 'M-92 0-54-52-42-44 0-100 26-62 38-68 92 0M0-100 14-70 8-46 34-22 22 0M-28-63-18-48-22-30',
  },
  hill: {
    whole: 'M-110 0C-78-8-52-64 0-64S78-8 110 0z',
    shade: 'M0-64C52-64 78-8 110 0H62C66-26 44-54 0-64z',
    line: 'M-110 0C-78-8-52-64 0-64S78-8 110 0',
  },
}

/** Water, mountains and lifts, drawn freely: what is near to the reader, further south, stands before what is behind. */
export function MapTerrain({ water, heights, lifts }: Pick<DrawnMap, 'water' | 'heights' | 'lifts'>) {
  return (
    <>
      <defs>
        <path id="map-water" d={water} />
        {(['peak', 'hill'] as const).map((kind) => (
          <g key={kind} id={`map-${kind}`}>
            <path d={SHAPES[kind].whole} className="map-height-ground" />
            <path d={SHAPES[kind].shade} className="map-height-shade" />
            <path d={SHAPES[kind].line} className="map-height-line" />
          </g>
        ))}
      </defs>
      <use href="#map-water" className="map-shore" />
      <use href="#map-water" className="map-water" />
      {heights.map(({ kind, foot: { x, y }, size }) => (
        <use key={`${x} ${y}`} href={`#map-${kind}`} transform={`translate(${x} ${y}) scale(${size})`} />
      ))}
      {lifts.map((path) => (
        <path key={path} className="map-lift" d={path} />
      ))}
    </>
  )
}
