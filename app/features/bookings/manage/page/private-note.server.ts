import { z } from 'zod'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { noteSchema } from '../booking-forms.server.ts'
import { type Booking, ofColumn } from '../change-booking.server.ts'

/** The version that the form carries, so that it never replaces what another operator wrote meanwhile. */
export const noteVersion = ({ privateNote }: Pick<Booking, 'privateNote'>) => versionOf(privateNote)

/** Changes the note of a booking, which only operators read. */
export const changeNote = defineRecord({
  scope: 'stays:write',
  name: 'booking.note-changed',
  words: 'Private note changed',
  facts: { label: 'Note', kind: 'text' },
  ...ofColumn('privateNote', z.string().nullable(), 'The note was changed again since.'),
}).change({
  form: noteSchema,
  make: ({ note }) => note || null,
  lines: (note) => note?.split('\n').filter(Boolean) ?? [],
})
