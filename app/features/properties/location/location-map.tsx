import type { CSSProperties } from 'react'
import type { DrawnMap } from '../drawn-map.ts'
import { MAP_HEIGHT, MAP_WIDTH, type Spot } from '../surroundings.ts'
import { MapTerrain } from './map-terrain.tsx'

/** Where a spot of the drawing lies under what is set over it. */
function over({ x, y }: Spot): CSSProperties {
  return { left: `${(x / MAP_WIDTH) * 100}%`, top: `${(y / MAP_HEIGHT) * 100}%` }
}

/**
 * The drawn map of a home's surroundings: to scale, north up, the home as a lit window. The list beside it says the same, so it is
 * hidden from screen readers. Marks and names are set over the drawing, so that they keep their size when it is small.
 */
export function LocationMap({ home, rings, names, places, ...land }: DrawnMap) {
  return (
    <div className="place-map" aria-hidden="true">
      <svg className="map-drawing" viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} aria-hidden="true">
        <radialGradient id="map-light">
          <stop offset="0" stopColor="var(--lit)" stopOpacity="0.5" />
          <stop offset="0.35" stopColor="var(--lit)" stopOpacity="0.14" />
          <stop offset="1" stopColor="var(--lit)" stopOpacity="0" />
        </radialGradient>
        <MapTerrain {...land} />
        <circle cx={home.x} cy={home.y} r="300" fill="url(#map-light)" />
        {rings.map(({ miles, radius }) => (
          <circle key={miles} className="map-ring" cx={home.x} cy={home.y} r={radius} />
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
      <span className="map-place map-home" style={over(home)}>
        <svg viewBox="0 0 20 22" aria-hidden="true">
          <rect width="20" height="22" rx="2" />
          <path d="M2 2h7v8H2zM11 2h7v8h-7zM2 12h7v8H2zM11 12h7v8h-7z" />
        </svg>
      </span>
      <span className="map-north">N</span>
    </div>
  )
}
