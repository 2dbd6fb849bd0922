/**
 * `Date` runs this far ahead of the real clock, or behind it. Timers and measurements do not change. It is sent to
 * browsers as text, too, so it uses nothing from outside.
 */
export function shiftDate(milliseconds: number): void {
  const RealDate = Date
  const realNow = RealDate.now
  RealDate.now = () => realNow() + milliseconds
  // The prototype stays the real one: a date that a worker thread sent is an instance, too.
  const shifted = new Proxy(RealDate, {
    construct: (real, given, as) => Reflect.construct(real, given.length === 0 ? [real.now()] : given, as),
    apply: (real) => new real(real.now()).toString(),
  })
  Object.defineProperty(RealDate.prototype, 'constructor', { value: shifted, configurable: true, writable: true })
  globalThis.Date = shifted
}
