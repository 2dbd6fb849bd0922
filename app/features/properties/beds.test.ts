import { expect, test } from 'vitest'
import { BEDS, bedsText, drawnBeds, scaleText, sleepsOf } from './beds.ts'

test('the beds of a room are listed in a guest’s words', () => {
  expect(bedsText([{ kind: 'king', count: 1 }])).toBe('King')
  expect(bedsText([{ kind: 'bunk', count: 6 }])).toBe('Six single bunks')
  const beds = [
    { kind: 'queen', count: 1 },
    { kind: 'twin', count: 2 },
    { kind: 'sofa-bed', count: 1 },
  ] as const
  expect(bedsText(beds)).toBe('Queen, two twins, and queen sofa bed')
  expect(sleepsOf(beds)).toBe(6)
  expect(bedsText([{ kind: 'twin', count: 12 }])).toBe('12 twins')
})

test('two bunks form one bunk bed, and an odd one stands alone', () => {
  expect(drawnBeds([{ kind: 'bunk', count: 5 }]).map(({ sleeps }) => sleeps)).toEqual([2, 2, 1])
  expect(drawnBeds([{ kind: 'twin', count: 2 }]).map(({ sleeps }) => sleeps)).toEqual([1, 1])
})

test('the scale names the widest bed', () => {
  const beds = [
    { kind: 'twin', count: 4 },
    { kind: 'queen', count: 1 },
  ] as const
  expect(scaleText(beds)).toBe('Beds are drawn to scale; a queen is 60 × 80 inches.')
})

test('no bed is wider than a larger type that sleeps as many', () => {
  const widths = (['king', 'queen', 'double', 'twin'] as const).map((kind) => BEDS[kind].wide)
  expect(widths).toEqual([...widths].sort((a, b) => b - a))
})
