import { bookByHand } from './book-by-hand.server.ts'
import { moveStay } from './move-stay.server.ts'

export const bookChanges = { book: bookByHand }

export const moveChanges = { move: moveStay }
