import type { CSSProperties, ReactNode } from 'react'
import { contrast } from '#app/features/site/contrast.ts'
import css from '#app/styles/tokens.css?raw'
import { PAIRS, TEXT } from './contrast.ts'
import { PALETTES, paletteOf, tokenNames } from './palette.ts'
import { GROUP_NAMES, groupOf, type TokenGroup } from './token-groups.ts'

const NAMES = tokenNames(css)
const LIGHTS = PALETTES.map((palette) => ({ ...palette, token: paletteOf(css, palette.theme, palette.light) }))

const TITLES: Record<TokenGroup, string> = {
  color: 'Color',
  type: 'Type',
  space: 'Space',
  shape: 'Shape',
  motion: 'Motion',
  order: 'What stands over what',
}

const DISPLAY = {
  color: 'var(--text)',
  fontFamily: 'var(--font-family-display)',
  fontSize: 'var(--font-size-2xl)',
  fontWeight: 'var(--font-weight-display)',
  lineHeight: 1.1,
}

/** A demonstration of each token that is not a color; z-indexes have none. */
const SAMPLES: Record<Exclude<TokenGroup, 'color'>, (name: string) => CSSProperties | null> = {
  type: (name) => {
    if (/^--font-size-(?:lg|base|sm|xs)$/.test(name)) return { fontSize: `var(${name})`, color: 'var(--text)' }
    if (name.startsWith('--font-size-')) return { ...DISPLAY, fontSize: `var(${name})` }
    if (name.startsWith('--font-family-')) return { ...DISPLAY, fontFamily: `var(${name})` }
    return {
      ...DISPLAY,
      ...(name.startsWith('--font-weight-') ? { fontWeight: `var(${name})` } : { letterSpacing: `var(${name})` }),
    }
  },
  space: (name) => ({ width: `min(100%, var(${name}))`, height: '0.75rem', background: 'var(--text)' }),
  shape: (name) => ({
    width: '6rem',
    height: '3.5rem',
    background: 'var(--surface)',
    border: '1px solid var(--border-input)',
    ...(name.endsWith('shadow') ? { boxShadow: `var(${name})` } : { borderRadius: `var(${name})` }),
  }),
  motion: () => null,
  order: () => null,
}

/** A table wider than a phone; it can be scrolled by keyboard too. */
function Wide({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="design-table">{children}</table>
    </section>
  )
}

function Colors() {
  return (
    <Wide label="Colors">
      <thead>
        <tr>
          <th scope="col">Token</th>
          {LIGHTS.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NAMES.filter((name) => groupOf(name) === 'color').map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {LIGHTS.map((palette) => (
              <td key={palette.name}>
                <span className="design-swatch" style={{ background: palette.token(name) }} />
                {palette.token(name)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Wide>
  )
}

function Contrasts() {
  return (
    <Wide label="Contrasts">
      <thead>
        <tr>
          <th scope="col">What on what</th>
          <th scope="col">At least</th>
          {LIGHTS.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PAIRS.map(({ ink, ground, least }) => (
          <tr key={ink + ground}>
            <th scope="row">
              {ink} on {ground}
            </th>
            <td>{least}</td>
            {LIGHTS.map(({ name, token }) => (
              <td key={name} style={{ color: token(least < TEXT ? '--text' : ink), background: token(ground) }}>
                {least < TEXT && <span className="design-swatch" style={{ background: token(ink) }} />}
                {contrast(token(ink), token(ground)).toFixed(2)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Wide>
  )
}

function Others({ group }: { group: Exclude<TokenGroup, 'color'> }) {
  const value = LIGHTS[0]?.token
  return (
    <dl className="design-tokens" data-group={group}>
      {NAMES.filter((name) => groupOf(name) === group).map((name) => {
        const sample = SAMPLES[group](name)
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value?.(name)}
              {sample && <div style={sample}>{group === 'type' && 'A light left on'}</div>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Every token of the stylesheet, with its value in each theme by day and by night. */
export function TokenTables() {
  return GROUP_NAMES.map((group) => (
    <section key={group} className="design-section">
      <h2 className="heading-small">{TITLES[group]}</h2>
      {group === 'color' ? (
        <>
          <Colors />
          <h3 className="font-semibold">How far colors stand apart</h3>
          <Contrasts />
        </>
      ) : (
        <Others group={group} />
      )}
    </section>
  ))
}
