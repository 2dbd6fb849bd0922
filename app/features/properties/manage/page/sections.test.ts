import { expect, test } from 'vitest'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { makeNamedProperty } from '#test/named-property.ts'
import { getPropertyPage } from './property-page.server.ts'
import { listSections, sectionNamed, sectionOfIntent } from './sections.ts'

describeWithDatabase('the sections of a home’s page', (database) => {
  test('say what is filled, what is empty, and what keeps it from being published', async () => {
    const { slug } = await makeNamedProperty(database().db, { status: 'draft', highlights: ['A lake'], rules: [] })
    const page = await getPropertyPage(testServices(database()), slug)
    if (!page) throw new Error('there is no home')
    const missing = [{ form: 'rooms', words: 'No rooms with beds' }]
    const states = new Map(listSections(page, missing).map((section) => [section.name, section]))
    expect(states.get('rooms')?.problems).toEqual(['No rooms with beds'])
    const empty = [...states.values()].filter(({ isEmpty }) => isEmpty).map(({ name }) => name)
    expect(empty).toEqual(expect.arrayContaining(['rules', 'reviews', 'questions']))
    for (const name of ['title', 'figures', 'place', 'story'] as const) expect(empty).not.toContain(name)
    const contradicting = { ...page, contradictions: [{ form: 'rooms' as const, words: '3 rooms, 2 baths' }] }
    const rooms = listSections(contradicting, missing).find(({ name }) => name === 'rooms')
    expect(rooms?.problems).toEqual(['3 rooms, 2 baths', 'No rooms with beds'])
  })

  test('are found by the address, and by the form that was posted', () => {
    expect([sectionNamed('story'), sectionNamed('constructor'), sectionNamed(null)]).toEqual(['story', null, null])
    expect(['rooms', 'remove-image', 'move-question', 'status'].map(sectionOfIntent)).toEqual([
      'rooms',
      'host',
      'questions',
      null,
    ])
  })
})
