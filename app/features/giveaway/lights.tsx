/** One window an entry: lit for each that there is, dark for each that sharing can still light. */
export function Lights({ lit, all, said }: { lit: number; all: number; said: string }) {
  return (
    <div className="lights" role="img" aria-label={said}>
      {Array.from({ length: Math.max(lit, all) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a light has no name but its place
        <span key={index} className="window" data-lit={index < lit || undefined} style={{ '--turn': index } as never} />
      ))}
    </div>
  )
}

/** What is said of lights of which none is on. */
export const unlitWords = (all: number) =>
  all === 1 ? 'The one light is not on yet' : `None of ${all} lights is on yet`
