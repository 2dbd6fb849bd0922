import { BUTTONS_AND_FIELDS } from './buttons-and-fields.tsx'
import type { Exhibit } from './exhibit.tsx'
import { WORDS_AND_WINDOWS } from './words-and-windows.tsx'

/** All components of `app/ui`. */
export const EXHIBITS: Exhibit[] = [...BUTTONS_AND_FIELDS, ...WORDS_AND_WINDOWS]
