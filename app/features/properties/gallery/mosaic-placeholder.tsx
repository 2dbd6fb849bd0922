import type { PropertyView } from '../properties.ts'

const RIDGES = {
  mountain: [
    'M0 250 90 176 150 208 262 108 330 170 392 138 470 214 560 150 650 222 742 120 826 190 900 156 1000 230V420H0z',
    'M0 300 120 238 220 282 350 222 470 286 620 232 760 290 880 240 1000 284V420H0z',
  ],
  lake: [
    'M0 236C120 200 220 190 330 214S560 176 700 206 900 190 1000 216V420H0z',
    'M0 282C150 252 260 268 400 250S700 268 820 246 960 258 1000 262V420H0z',
  ],
} as const
const GROUND = 340
const MOST_WINDOWS = 12

/** Shown for a property without images: a house with a lit window for each bedroom. */
export function MosaicPlaceholder({ property }: { property: Pick<PropertyView, 'theme' | 'bedrooms'> }) {
  const windows = Math.max(1, Math.min(MOST_WINDOWS, property.bedrooms))
  const wide = windows * 44 + 36
  const left = 500 - wide / 2
  const [far, near] = RIDGES[property.theme]
  return (
    <figure className="house-at-dusk">
      <svg viewBox="0 0 1000 420" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <path className="dusk-far" d={far} />
        <path className="dusk-near" d={near} />
        <path className="dusk-ground" d={`M0 ${GROUND}H1000V420H0z`} />
        <path
          className="dusk-house"
          d={`M${left - 14} ${GROUND - 72} ${left + 22} ${GROUND - 112}h18v-26h20v26H${left + wide - 22}L${left + wide + 14} ${GROUND - 72}H${left + wide}V${GROUND}H${left}V${GROUND - 72}z`}
        />
        <path
          className="dusk-panes"
          d={Array.from({ length: windows }, (_, at) => {
            const x = left + 26 + at * 44
            return `M${x} ${GROUND - 56}h13v15h-13zM${x + 15} ${GROUND - 56}h13v15h-13zM${x} ${GROUND - 39}h13v15h-13zM${x + 15} ${GROUND - 39}h13v15h-13z`
          }).join('')}
        />
        {property.theme === 'lake' && (
          <path
            className="dusk-panes dusk-mirror"
            d={Array.from(
              { length: windows },
              (_, at) => `M${left + 26 + at * 44} ${GROUND + 22}h28v4h-28zm5 14h18v3h-18zm5 12h9v3h-9z`,
            ).join('')}
          />
        )}
      </svg>
      <figcaption>No photos of this home yet. Each lit window is one of its bedrooms.</figcaption>
    </figure>
  )
}
