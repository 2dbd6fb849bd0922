import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeWithDatabase } from '#test/database.ts'
import { patternOf } from './mentions.server.ts'

const ANN = 'ann@example.com'

describeWithDatabase('an address in a row', (database) => {
  async function isFound(text: string): Promise<boolean> {
    const { rows } = await database().db.execute<{ found: boolean }>(
      sql`select jsonb_build_object('message', ${text}::text)::text ~* ${patternOf([ANN])} as found`,
    )
    return rows[0]?.found === true
  }

  test.each([
    `Write to\n${ANN}`,
    `Write to\r\n${ANN}\r\n`,
    `\t${ANN}`,
    `\u001f${ANN}`,
    `a \\\n${ANN}`,
    `(${ANN.toUpperCase()}).`,
    `'${ANN}'`,
    `&lt;${ANN}&gt;`,
    `?email=${ANN}&name=Ann`,
    ANN,
  ])('is found whatever stands before it: %j', async (text) => {
    expect(await isFound(text)).toBe(true)
  })

  test.each([`jo${ANN}`, `jo&${ANN}`, `o'${ANN}`, `${ANN}.au`, `C:\\n${ANN}`, `\nn${ANN}`, `jo.\n`])(
    'is not found in another one: %j',
    async (text) => {
      expect(await isFound(text)).toBe(false)
    },
  )
})
