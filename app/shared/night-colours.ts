/** The light of a page. */
export type Place = 'mountain' | 'lake'

/**
 * The colours of the night for what no stylesheet reaches: the browser's bars, the manifest, share pictures. They are tokens of
 * `app/styles/tokens.css`, and a test holds the two together.
 */
export const NIGHT: Record<Place, { ground: string; ink: string; muted: string }> = {
  mountain: { ground: '#161830', ink: '#f1f2fa', muted: '#b6bad8' },
  lake: { ground: '#0f2a33', ink: '#eff6f5', muted: '#b0c7c9' },
}

/** A lit window. */
export const LIT = '#ffc978'
