/** Day or night. */
export type Theme = 'mountain' | 'lake'

/*
 * The night colors for places without stylesheets: the browser's bars, the icons, og-images. They are tokens of
 * `app/styles/tokens.css`, and a test compares the two.
 */

/** The night background, by theme. */
export const NIGHT: Record<Theme, string> = { mountain: '#161830', lake: '#0f2a33' }

/** The text color on it. */
export const ON_NIGHT: Record<Theme, { ink: string; muted: string }> = {
  mountain: { ink: '#f1f2fa', muted: '#b6bad8' },
  lake: { ink: '#eff6f5', muted: '#b0c7c9' },
}

/** A lit window. */
export const LIT = '#ffc978'
