import { describe, expect, test } from 'vitest'
import { indexAfterKey, stepOfSwipe, wrapIndex } from './lightbox-navigation.ts'

test('the images wrap around at both ends', () => {
  expect(wrapIndex(10, 1, 11)).toBe(0)
  expect(wrapIndex(0, -1, 11)).toBe(10)
  expect(wrapIndex(3, 1, 11)).toBe(4)
  expect([wrapIndex(0, 1, 1), wrapIndex(0, -1, 1)]).toEqual([0, 0])
})

describe('a swipe', () => {
  test('of 50 pixels or more turns: left to the next image, right to the previous one', () => {
    expect([stepOfSwipe({ x: -50, y: 0 }), stepOfSwipe({ x: 50, y: 0 })]).toEqual([1, -1])
    expect([stepOfSwipe({ x: -49, y: 0 }), stepOfSwipe({ x: 49, y: 0 }), stepOfSwipe({ x: 0, y: 0 })]).toEqual([
      0, 0, 0,
    ])
  })

  test('that is mostly vertical is a scroll and does not turn', () => {
    expect(stepOfSwipe({ x: 80, y: 120 })).toBe(0)
    expect(stepOfSwipe({ x: -80, y: -60 })).toBe(1)
  })
})

test('arrow keys turn, Home and End go to the first and last image, and other keys do nothing', () => {
  const after = (key: string) => indexAfterKey(key, 0, 4)
  expect([after('ArrowRight'), after('ArrowLeft'), after('End'), after('Home')]).toEqual([1, 3, 3, 0])
  expect([after('Enter'), after('Tab'), after('constructor')]).toEqual([null, null, null])
})
