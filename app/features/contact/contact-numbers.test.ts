import { expect, test } from 'vitest'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, testServices } from '#test/factories.ts'
import { getContactOpening } from './contact.server.ts'

describeWithDatabase('the contact page', (database) => {
  test('has the hosts’ numbers, each once with its homes, and only those of the home it is about', async () => {
    const { db } = database()
    const services = testServices(database())
    await makeProperty(db, { slug: 'lake-keowee', name: 'Lake Keowee Property' })
    const numbersOf = async (query = '') => (await getContactOpening(services, new URLSearchParams(query))).numbers
    expect(await numbersOf()).toEqual([])
    await db.update(properties).set({ host: { phone: '(864) 555-0118' } })
    expect(await numbersOf()).toEqual([{ phone: '(864) 555-0118', text: null, properties: [], sample: false }])
    await makeProperty(db, { slug: 'ridge', name: 'Ridge', host: { text: '(970) 555-0142', sample: true } })
    await makeProperty(db, { slug: 'quiet', name: 'Quiet' })
    await makeProperty(db, { slug: 'secret', status: 'draft', host: { phone: '(970) 555-0199' } })
    expect(await numbersOf()).toMatchObject([
      { phone: '(864) 555-0118', properties: ['Lake Keowee Property'] },
      { text: '(970) 555-0142', properties: ['Ridge'], sample: true },
    ])
    expect(await numbersOf('property=ridge')).toMatchObject([{ text: '(970) 555-0142' }])
    expect(await numbersOf('property=quiet')).toEqual([])
  })
})
