/** The light of a page. */
export type Theme = 'mountain' | 'lake'

/*
 * The colours of the night for what no stylesheet reaches: the browser's bars, the icons, share pictures. They are tokens of
 * `app/styles/tokens.css`, and a test holds the two together.
 */

/** The night itself, by place. */
export const NIGHT: Record<Theme, string> = { mountain: '#161830', lake: '#0f2a33' }

/** What is written on it. */
export const ON_NIGHT: Record<Theme, { ink: string; muted: string }> = {
  mountain: { ink: '#f1f2fa', muted: '#b6bad8' },
  lake: { ink: '#eff6f5', muted: '#b0c7c9' },
}

/** A lit window. */
export const LIT = '#ffc978'

/** The mountains' night where the ground around it is dark too. */
export const DUSK = '#262a50'
