import { expect, test } from 'vitest'
import { handle as conversation } from './conversation.tsx'
import { handle as prices } from './prices.tsx'

test('a price that others change shows on the open pages with offers and prices', () => {
  for (const { shows } of [conversation, prices]) expect(shows).toContain('content')
})
