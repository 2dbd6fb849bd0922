import { expect, test } from 'vitest'
import { type Gift, giftWords } from './gift.ts'

const FAMILY = { adults: 2, children: 2 }
const COUPLE = { adults: 2, children: 0 }

test.each<[string, Gift | null, (typeof FAMILY)[], string | null]>([
  ['the demo’s: one for the group and one for each child', { one: 'yeti', each: 'child' }, [FAMILY, COUPLE], '4 yetis'],
  [
    'one for each stay',
    { one: 'jar of honey', many: 'jars of honey', each: 'party' },
    [FAMILY, COUPLE],
    '2 jars of honey',
  ],
  ['one for each guest', { one: 'mug', each: 'guest' }, [FAMILY, COUPLE], '6 mugs'],
  ['a single one', { one: 'yeti', each: 'child' }, [COUPLE], '1 yeti'],
  ['without a name', { each: 'child' }, [FAMILY], '3 gifts'],
  ['a site without a gift', null, [FAMILY], null],
])('gifts to pack are counted as the site promises them: %s', (_, gift, stays, words) => {
  expect(giftWords(gift, stays)).toBe(words)
})
