import { BUTTONS_AND_FIELDS } from './buttons-and-fields.tsx'
import { CHANGE_FORMS } from './change-forms.tsx'
import { DASHBOARD } from './dashboard.tsx'
import type { Exhibit } from './exhibit.tsx'
import { RECORDS } from './records.tsx'
import { SECTION_EDITORS } from './section-editors.tsx'
import { WORDS_AND_WINDOWS } from './words-and-windows.tsx'

/** All components of `app/ui`. */
export const EXHIBITS: Exhibit[] = [
  ...BUTTONS_AND_FIELDS,
  ...CHANGE_FORMS,
  ...DASHBOARD,
  ...RECORDS,
  ...SECTION_EDITORS,
  ...WORDS_AND_WINDOWS,
]
