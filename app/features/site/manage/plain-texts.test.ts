import { expect, test } from 'vitest'
import { plainContent } from '#content/plain-site.ts'
import { content } from '#content/site.ts'
import { siteContentSchema } from '../site.ts'
import { hasSampleTexts, withPlainTexts } from './plain-texts.ts'

const ofSamples = siteContentSchema.parse(content)
const plain = siteContentSchema.parse(plainContent)

test('what is about the sample homes becomes plain, and what the operator wrote stays', () => {
  const own = structuredClone(ofSamples)
  own.home.hero.title = 'Rooms above the river'
  own.responseTime = 'within a day'
  own.home.whyChoose.cards = own.home.whyChoose.cards.slice(0, 1)
  const changed = withPlainTexts(own, { ofSamples, plain })
  expect(changed.home.hero).toEqual({ ...plain.home.hero, title: 'Rooms above the river' })
  expect(changed).toMatchObject({ responseTime: 'within a day', locations: [], footerLine: plain.footerLine })
  expect(changed.home.whyChoose.cards).toEqual(own.home.whyChoose.cards)
  expect(changed.home).not.toHaveProperty('gift')
})

test('all of it becomes plain at once, and is then left as it is', () => {
  const texts = { ofSamples, plain }
  expect(withPlainTexts(ofSamples, texts)).toEqual(plain)
  expect([ofSamples, plain].map((stored) => hasSampleTexts(stored, texts))).toEqual([true, false])
})

test('plain texts have no word of the sample homes, and count none', () => {
  const words = JSON.stringify(plain)
  expect(words).not.toMatch(/steamboat|keowee|colorado|carolina|demo|yeti|\/objects\//i)
  for (const texts of [words, JSON.stringify(ofSamples)]) {
    expect(texts).not.toMatch(/\b(?:one|two|three|four|all \w+) (?:\w+ )?homes?\b/i)
  }
})
