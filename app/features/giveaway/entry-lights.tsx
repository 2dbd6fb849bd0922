/** One window per entry: lit for each existing one, dark for each that sharing can still add. */
export function EntryLights({ lit, all, label }: { lit: number; all: number; label: string }) {
  return (
    <div className="lights" role="img" aria-label={label}>
      {Array.from({ length: Math.max(lit, all) }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: lights differ only by position
          key={index}
          className="window light"
          data-lit={index < lit || undefined}
          style={{ '--turn': index } as never}
        />
      ))}
    </div>
  )
}

/** The label while no light is lit. */
export const noneLitText = (all: number) =>
  all === 1 ? 'The light isn’t on yet' : `None of the ${all} lights are on yet`
