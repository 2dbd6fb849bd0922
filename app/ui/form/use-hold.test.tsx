import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useHold } from './use-hold.ts'

type Step = { properties: string[]; nights: string; answered: string; isKey?: boolean }

/** What a form computes with at each step. A render that sets state is done again, with the state of before. */
function seenAt(steps: Step[]): string[][] {
  const seen: string[][] = []
  function Form() {
    const [at, setAt] = useState(0)
    const { properties, isKey, answered, nights } = steps[at] as Step
    const held = useHold(properties, answered, nights)
    seen[at] = held.seen
    if (isKey) held.hold.typing(() => {})('')
    if (at + 1 < steps.length) setAt(at + 1)
    return null
  }
  renderToString(<Form />)
  return seen
}

const JUNE = { nights: 'cove 2027-06-07', answered: '' }
const JULY = { ...JUNE, nights: 'cove 2027-07-05' }

test('follows what others change until the first key, then keeps what the operator sees', () => {
  expect(
    seenAt([
      { ...JUNE, properties: ['$690'] },
      { ...JUNE, properties: ['$700'], isKey: true },
      { ...JUNE, properties: ['$700'] },
      { ...JUNE, properties: ['$900'] },
      { ...JUNE, properties: ['$950'], isKey: true },
      { ...JUNE, properties: ['$950'] },
    ]),
  ).toEqual([['$690'], ['$700'], ['$700'], ['$700'], ['$700'], ['$700']])
})

test('shows what others changed once it was refused, and keeps that from the next key on', () => {
  const refused = { ...JUNE, answered: '2027-05-01T12:00:00Z' }
  expect(
    seenAt([
      { ...JUNE, properties: ['$690'], isKey: true },
      { ...JUNE, properties: ['$690'] },
      { ...refused, properties: ['$690'] },
      { ...refused, properties: ['$900'], isKey: true },
      { ...refused, properties: ['$900'] },
      { ...refused, properties: ['$950'] },
    ]),
  ).toEqual([['$690'], ['$690'], ['$690'], ['$900'], ['$900'], ['$900']])
})

test('other nights are seen as they are when they are chosen', () => {
  expect(
    seenAt([
      { ...JUNE, properties: ['$690'], isKey: true },
      { ...JUNE, properties: ['$690'] },
      { ...JULY, properties: ['$820'] },
      { ...JULY, properties: ['$990'] },
    ]),
  ).toEqual([['$690'], ['$690'], ['$820'], ['$820']])
})
