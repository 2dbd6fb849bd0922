import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#test/database.ts'
import { BASES, DISCOUNT_CHOICES, FEE_CHOICES, PERIODS, STORED_KINDS, storedFee } from './charge-choices.ts'

describeOnBothDatabases('what a property charges besides its nights', (database) => {
  /** The values that a constraint lists. */
  async function valuesOf(constraint: string): Promise<string[]> {
    const { rows } = await database().pool.query<{ definition: string }>(
      'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
      [constraint],
    )
    return [...(rows[0]?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value)
  }

  test('the database takes the kinds of fees and discounts, the periods and the bases of taxes that the code knows', async () => {
    expect(await valuesOf('fees_kind_check')).toEqual(STORED_KINDS)
    expect(await valuesOf('stay_discounts_kind_check')).toEqual(DISCOUNT_CHOICES)
    expect(await valuesOf('fees_per_check')).toEqual(PERIODS)
    expect(await valuesOf('taxes_basis_check')).toEqual(BASES)
  })

  test('the database allows each pet to be charged only for the kind that an operator can choose it for', async () => {
    const eachPet = FEE_CHOICES.map(storedFee).filter((fee) => fee.eachPet)
    expect(await valuesOf('fees_each_pet')).toEqual(eachPet.map(({ kind }) => kind))
  })
})
