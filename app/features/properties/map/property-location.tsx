import type { CSSProperties } from 'react'
import type { DrawnMap } from '../drawn-map.ts'
import type { PropertyView } from '../properties.ts'
import { MAP_HEIGHT, MAP_WIDTH, type Spot } from '../surroundings.ts'

/** The location of a property: a few places with their distances, and a drawn map of them. */
export function PropertyLocation({ map }: Pick<PropertyView, 'map'>) {
  if (!map) return null
  return (
    <section id="map" aria-labelledby="location-heading" className="property-location">
      <div>
        <h2 id="location-heading" className="heading-section mb-6">
          Where it is
        </h2>
        <p className="measure">{map.text}</p>
      </div>
      <figure>
        <LocationMap {...map} />
        <figcaption className="mt-3 text-xs text-muted">
          The lit window marks the home’s approximate location. Distances are to scale; the terrain is illustrated.
        </figcaption>
      </figure>
      <div>
        <ul className="border-t border-border">
          {map.places.map(({ name, distance }) => (
            <li key={name} className="place-row">
              <span>{name}</span> <span className="text-sm text-muted">{distance}</span>
            </li>
          ))}
        </ul>
        <p className="measure mt-4 text-sm text-muted">
          Straight-line distances from near the home. Driving is farther.
        </p>
      </div>
    </section>
  )
}

/** The position of a drawing's spot, for what is layered over it. */
function over({ x, y }: Spot): CSSProperties {
  return { left: `${(x / MAP_WIDTH) * 100}%`, top: `${(y / MAP_HEIGHT) * 100}%` }
}

/**
 * The drawn map of a property's surroundings: to scale, north up, the property as a lit window. Hidden from screen readers,
 * because the list says the same. Marks and labels are layered over the drawing, so that they keep their size when it is small.
 */
export function LocationMap({ property, rings, names, places, ...land }: DrawnMap) {
  return (
    <div className="place-map" aria-hidden="true">
      <svg className="map-drawing" viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} aria-hidden="true">
        <radialGradient id="map-light">
          <stop offset="0" stopColor="var(--lit)" stopOpacity="0.5" />
          <stop offset="0.35" stopColor="var(--lit)" stopOpacity="0.14" />
          <stop offset="1" stopColor="var(--lit)" stopOpacity="0" />
        </radialGradient>
        <MapTerrain {...land} />
        <circle cx={property.x} cy={property.y} r="300" fill="url(#map-light)" />
        {rings.map(({ miles, radius }) => (
          <circle key={miles} className="map-ring" cx={property.x} cy={property.y} r={radius} />
        ))}
      </svg>
      {names.map(({ text, spot }) => (
        <span key={text} className="map-name map-land-name" style={over(spot)}>
          {text}
        </span>
      ))}
      {rings.map(({ miles, name, narrow }) => (
        <span key={miles} className={`map-name map-ring-name ${narrow ? 'map-narrow' : ''}`} style={over(name)}>
          {miles} mi
        </span>
      ))}
      {places.map(({ name, label, side, spot, hidden, beyond }) => (
        <span key={name} className={`map-place ${hidden ? '' : 'map-mark'}`} style={over(spot)}>
          {beyond && (
            <svg viewBox="-9 -9 18 18" aria-hidden="true" style={{ rotate: `${beyond.angle}deg` }}>
              <path d="M-8 0H8M1-7 8 0 1 7" />
            </svg>
          )}
          <span className={`map-name map-name-${side}`}>{beyond ? `${label}, ${beyond.miles} mi` : label}</span>
        </span>
      ))}
      <span className="map-place map-property" style={over(property)}>
        <svg viewBox="0 0 20 22" aria-hidden="true">
          <rect width="20" height="22" rx="2" />
          <path d="M2 2h7v8H2zM11 2h7v8h-7zM2 12h7v8H2zM11 12h7v8h-7z" />
        </svg>
      </span>
      <span className="map-north">N</span>
    </div>
  )
}

/** A mountain, 100 units high with its base at 0, 0: the outline, the shaded side, and the lines. */
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

/** Water, mountains and lifts, drawn freely. What is further south is drawn in front. */
function MapTerrain({ water, heights, lifts }: Pick<DrawnMap, 'water' | 'heights' | 'lifts'>) {
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
      {heights.map(({ kind, transform }) => (
        <use key={transform} href={`#map-${kind}`} transform={transform} />
      ))}
      {lifts.map((path) => (
        <path key={path} className="map-lift" d={path} />
      ))}
    </>
  )
}
