import { bookByHand } from './book-by-hand.server.ts'
import { moveStay } from './move-stay.server.ts'

/** What the page of a new booking changes. */
export const bookChanges = { book: bookByHand }

/** What the page changes that moves a booking. */
export const moveChanges = { move: moveStay }
