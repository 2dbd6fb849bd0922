/**
 * The widths of a window at which layouts change, for scripts and for `sizes` of images: `app/styles/breakpoints.css`
 * has the same for stylesheets. A test compares them.
 */
export const SM = '(width >= 40rem)'
export const MAX_SM = '(width < 40rem)'
export const MD = '(width >= 48rem)'
export const LG = '(width >= 64rem)'
export const MAX_LG = '(width < 64rem)'
export const XL = '(width >= 80rem)'
export const MAX_XL = '(width < 80rem)'
export const XXL = '(width >= 120rem)'
