import { describe, expect, test } from 'vitest'
import { lostOf, valuesOfDraft } from './use-form-draft.tsx'

const FIELDS = ['title', 'lead', 'badge', 'beds']
/** The badge is a box. */
const SHOWN = { fields: FIELDS, texts: ['title', 'lead'] }
const draft = (pairs: [string, string][], fields?: string[]) => ({ at: '', version: '', pairs, fields })

describe('a draft of an older form', () => {
  test('fills the fields that it had; a newer one is as it is stored', () => {
    const older = draft([['title', 'Typed']], ['title', 'beds'])
    const stored = { title: 'Stored', lead: 'Stored', badge: 'New', beds: [{ name: 'King' }] }
    expect(valuesOfDraft(older, { ...SHOWN, stored })).toEqual({ title: 'Typed', lead: 'Stored', badge: 'New' })
  })

  test('an unchecked box and an emptied list stay so', () => {
    const older = draft([['title', 'Typed']], FIELDS)
    const stored = { title: 'Stored', badge: 'on', beds: [{ name: 'King' }] }
    expect(valuesOfDraft(older, { ...SHOWN, stored })).toEqual({ title: 'Typed' })
  })

  test('which does not say its fields leaves the texts that it lacks as they are stored', () => {
    const older = draft([['title', 'Typed']])
    const stored = { title: 'Stored', lead: 'Stored', badge: 'on', beds: [{ name: 'King' }] }
    expect(valuesOfDraft(older, { ...SHOWN, stored })).toEqual({ title: 'Typed', lead: 'Stored' })
  })

  test('fills nothing of a field that is gone, and its text is shown', () => {
    const older = draft([
      ['title', ''],
      ['lead', ''],
      ['tagline', 'By the lake'],
      ['beds[0].name', 'Queen'],
      ['rooms[0].name', 'Attic'],
      ['subtitle', ' '],
    ])
    expect(valuesOfDraft(older, { ...SHOWN, stored: {} })).toEqual({ title: '', lead: '', beds: [{ name: 'Queen' }] })
    expect(lostOf(older, FIELDS)).toEqual(['By the lake', 'Attic'])
  })

  test('a secret is as it is stored', () => {
    const typed = draft([['title', 'Typed']], ['title', 'badge'])
    const stored = { title: 'Stored', badge: 'secret' }
    expect(valuesOfDraft(typed, { ...SHOWN, secrets: ['badge'], stored })).toMatchObject({ badge: 'secret' })
  })
})
