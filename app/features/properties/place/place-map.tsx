import type { CSSProperties } from 'react'
import type { Surroundings } from '../presentation.ts'
import { Land } from './land.tsx'
import { leavesMap, MAP_HEIGHT, MAP_WIDTH, milesBetween, onMap, type Point, unitsPerMile } from './surroundings.ts'

/** A place nearer to the home than this, in units of the drawing, lies under its window and has no mark of its own. */
const UNDER_THE_WINDOW = 16
/** Where on a ring its miles are told: a little south of east. */
const RING_NAME = (20 * Math.PI) / 180
/** The name of a ring that is narrower, in units of the drawing, makes way where the drawing is small. */
const NARROW_RING = 150

/** Where a spot of the drawing lies under what is set over it. */
function over({ x, y }: { x: number; y: number }): CSSProperties {
  return { left: `${(x / MAP_WIDTH) * 100}%`, top: `${(y / MAP_HEIGHT) * 100}%` }
}

/**
 * The drawn map of a home's surroundings: to scale, north up, the home as a lit window. The list beside it says the same, so it is
 * hidden from screen readers. Marks and names are set over the drawing, so that they keep their size when it is small.
 */
export function PlaceMap({ surroundings, home }: { surroundings: Surroundings; home: Point }) {
  const { places, rings, land } = surroundings
  const window = onMap(surroundings, home)
  const mile = unitsPerMile(surroundings)
  const marks = places.map(({ at, ...place }) => {
    const spot = onMap(surroundings, at)
    const hidden = Math.hypot(spot.x - window.x, spot.y - window.y) < UNDER_THE_WINDOW
    return { ...place, spot, hidden, edge: leavesMap(window, spot), miles: Math.round(milesBetween(home, at)) }
  })
  return (
    <div className="place-map" aria-hidden="true">
      <svg className="map-drawing" viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} aria-hidden="true">
        <radialGradient id="map-light">
          <stop offset="0" stopColor="var(--lit)" stopOpacity="0.5" />
          <stop offset="0.35" stopColor="var(--lit)" stopOpacity="0.14" />
          <stop offset="1" stopColor="var(--lit)" stopOpacity="0" />
        </radialGradient>
        <Land surroundings={surroundings} />
        <circle cx={window.x} cy={window.y} r="300" fill="url(#map-light)" />
        {rings.map((miles) => (
          <circle key={miles} className="map-ring" cx={window.x} cy={window.y} r={Math.round(miles * mile)} />
        ))}
      </svg>
      {land.names.map(({ text, at }) => (
        <span key={text} className="map-name map-land-name" style={over(onMap(surroundings, at))}>
          {text}
        </span>
      ))}
      {rings.map((miles) => {
        const far = miles * mile
        const spot = { x: window.x + far * Math.cos(RING_NAME), y: window.y + far * Math.sin(RING_NAME) }
        return (
          <span
            key={miles}
            className={`map-name map-ring-name ${far < NARROW_RING ? 'map-narrow' : ''}`}
            style={over({ x: Math.round(spot.x), y: Math.round(spot.y) })}
          >
            {miles} mi
          </span>
        )
      })}
      {marks.map(({ name, label, side, spot, hidden, edge, miles }) =>
        edge ? (
          <span key={name} className="map-place map-beyond" style={over(edge)}>
            <svg viewBox="-9 -9 18 18" aria-hidden="true" style={{ rotate: `${edge.angle}deg` }}>
              <path d="M-8 0H8M1-7 8 0 1 7" />
            </svg>
            <span className={`map-name map-name-${edge.x < MAP_WIDTH / 2 ? 'right' : 'left'}`}>
              {label}, {miles} mi
            </span>
          </span>
        ) : (
          <span key={name} className={`map-place ${hidden ? '' : 'map-mark'}`} style={over(spot)}>
            <span className={`map-name map-name-${side}`}>{label}</span>
          </span>
        ),
      )}
      <span className="map-place map-home" style={over(window)}>
        <svg viewBox="0 0 20 22" aria-hidden="true">
          <rect width="20" height="22" rx="2" />
          <path d="M2 2h7v8H2zM11 2h7v8h-7zM2 12h7v8H2zM11 12h7v8h-7z" />
        </svg>
      </span>
      <span className="map-north">N</span>
    </div>
  )
}
