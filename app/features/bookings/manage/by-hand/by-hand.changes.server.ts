import { bookByHand } from './book-by-hand.server.ts'
import { moveStay } from './move-stay.server.ts'

/** The changes of the page of a new booking. */
export const bookChanges = { book: bookByHand }

/** The changes of the page that moves a booking. */
export const moveChanges = { move: moveStay }
