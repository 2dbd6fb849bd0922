/**
 * The query keys of a stay, which `draftFromQuery` and `stayFromQuery` read. A module of its own: a page names them for the
 * server, and its browser part loads nothing else.
 */
export const STAY_KEYS = ['checkin', 'checkout', 'adults', 'children', 'pets', 'infants'] as const
