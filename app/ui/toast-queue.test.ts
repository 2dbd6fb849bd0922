import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastQueue, swipeDismisses, swipeDistance } from './toast-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('at most one toast is shown: a new one replaces the old one', () => {
  const queue = createToastQueue()
  queue.show({ title: 'Message sent!' })
  queue.show({ title: 'Entry submitted!' })
  expect(queue.current()?.title).toBe('Entry submitted!')
})

test('a toast disappears after 5 seconds', () => {
  const queue = createToastQueue()
  queue.show({ title: 'Message sent!' })
  vi.advanceTimersByTime(4999)
  expect(queue.current()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(queue.current()).toBeNull()
})

test('a replacement toast has its own 5 seconds', () => {
  const queue = createToastQueue()
  queue.show({ title: 'First' })
  vi.advanceTimersByTime(4000)
  queue.show({ title: 'Second' })
  vi.advanceTimersByTime(4999)
  expect(queue.current()?.title).toBe('Second')
  vi.advanceTimersByTime(1)
  expect(queue.current()).toBeNull()
})

test('a toast may have another duration', () => {
  const queue = createToastQueue()
  queue.show({ title: 'Read this', duration: 9000 })
  vi.advanceTimersByTime(8999)
  expect(queue.current()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(queue.current()).toBeNull()
})

test('the timer stops while the toast is paused, and then continues', () => {
  const queue = createToastQueue()
  queue.show({ title: 'Message sent!' })
  vi.advanceTimersByTime(3000)
  queue.pause()
  vi.advanceTimersByTime(60_000)
  expect(queue.current()).not.toBeNull()
  queue.resume()
  vi.advanceTimersByTime(1999)
  expect(queue.current()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(queue.current()).toBeNull()
})

test('pausing or resuming twice changes nothing', () => {
  const queue = createToastQueue()
  queue.show({ title: 'Message sent!' })
  queue.pause()
  queue.pause()
  queue.resume()
  queue.resume()
  vi.advanceTimersByTime(5000)
  expect(queue.current()).toBeNull()
})

test('subscribers are notified of each change until they unsubscribe', () => {
  const queue = createToastQueue()
  const seen: (string | undefined)[] = []
  const leave = queue.subscribe(() => seen.push(queue.current()?.title))
  queue.show({ title: 'One' })
  queue.dismiss()
  queue.dismiss()
  leave()
  queue.show({ title: 'Two' })
  expect(seen).toEqual(['One', undefined])
})

test('a swipe of 50 pixels to the right dismisses, a shorter one does not', () => {
  expect(swipeDismisses(swipeDistance({ x: 10, y: 10 }, { x: 59, y: 12 }))).toBe(false)
  expect(swipeDismisses(swipeDistance({ x: 10, y: 10 }, { x: 60, y: 12 }))).toBe(true)
})

test('a swipe to the left, or a mostly vertical one, does not dismiss', () => {
  expect(swipeDismisses(swipeDistance({ x: 200, y: 10 }, { x: 20, y: 10 }))).toBe(false)
  expect(swipeDismisses(swipeDistance({ x: 0, y: 0 }, { x: 60, y: 120 }))).toBe(false)
})
