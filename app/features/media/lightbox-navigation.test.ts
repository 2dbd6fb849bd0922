import { describe, expect, test } from 'vitest'
import { indexAfterKey, stepOfSwipe, wrapIndex } from './lightbox-navigation.ts'

test('after the last picture comes the first, and before the first the last', () => {
  expect(wrapIndex(10, 1, 11)).toBe(0)
  expect(wrapIndex(0, -1, 11)).toBe(10)
  expect(wrapIndex(3, 1, 11)).toBe(4)
  expect([wrapIndex(0, 1, 1), wrapIndex(0, -1, 1)]).toEqual([0, 0])
})

describe('a swipe', () => {
  test('turns from 50 pixels on, to the left to the next picture and to the right to the one before', () => {
    expect([stepOfSwipe({ x: -50, y: 0 }), stepOfSwipe({ x: 50, y: 0 })]).toEqual([1, -1])
    expect([stepOfSwipe({ x: -49, y: 0 }), stepOfSwipe({ x: 49, y: 0 }), stepOfSwipe({ x: 0, y: 0 })]).toEqual([
      0, 0, 0,
    ])
  })

  test('that is more of a scroll is none', () => {
    expect(stepOfSwipe({ x: 80, y: 120 })).toBe(0)
    expect(stepOfSwipe({ x: -80, y: -60 })).toBe(1)
  })
})

test('arrows turn, Home and End lead to the first and the last picture, and other keys are left alone', () => {
  const after = (key: string) => indexAfterKey(key, 0, 4)
  expect([after('ArrowRight'), after('ArrowLeft'), after('End'), after('Home')]).toEqual([1, 3, 3, 0])
  expect([after('Enter'), after('Tab'), after('constructor')]).toEqual([null, null, null])
})
