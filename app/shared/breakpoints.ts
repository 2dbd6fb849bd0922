/**
 * The widths of a window at which layouts change, for scripts and for `sizes` of images. `app/styles/breakpoints.css`
 * has the same for stylesheets. A test compares them.
 */
export const SM = '(width >= 40rem)'
/** Narrower than `SM`. */
export const MAX_SM = '(width < 40rem)'
/** From 48rem. */
export const MD = '(width >= 48rem)'
/** From 64rem. */
export const LG = '(width >= 64rem)'
/** Narrower than `LG`. */
export const MAX_LG = '(width < 64rem)'
/** From 80rem. */
export const XL = '(width >= 80rem)'
/** Narrower than `XL`. */
export const MAX_XL = '(width < 80rem)'
/** From 120rem. */
export const XXL = '(width >= 120rem)'
