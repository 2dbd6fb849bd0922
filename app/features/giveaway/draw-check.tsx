import { useEffect, useState } from 'react'
import { throwIfNotOk } from '#app/shared/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { drawRounds, listDigest, parseList } from './draw.ts'
import type { DrawShown } from './draw-steps.tsx'

type Result = { ok: boolean; lines: string[] }

/** Recomputes the draw in the visitor's browser. The button renders only with JavaScript. */
export function DrawCheck({ draw }: { draw: DrawShown }) {
  const [able, setAble] = useState(false)
  const [pending, setPending] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  // Browsers have no SHA-256 (`crypto.subtle`) on pages without https.
  useEffect(() => setAble(Boolean(window.crypto?.subtle)), [])

  async function check() {
    setPending(true)
    setResult(await recompute(draw).catch(() => UNREACHABLE))
    setPending(false)
  }

  if (!able) return null
  return (
    <section aria-labelledby="check-heading" className="on-night mt-14 max-w-[46rem] rounded-lg p-8 sm:p-10">
      <h2 id="check-heading" className="heading-small">
        Don’t take our word for it
      </h2>
      <p className="mt-3 text-muted">
        This downloads the list and recalculates everything right here in your browser. Any other SHA-256 tool gets the
        same result.
      </p>
      <Button className="mt-6" pending={pending} pendingText="Checking..." onClick={check}>
        Check it here
      </Button>
      <div role="status" aria-live="polite">
        {result && (
          <ul className={`mt-6 flex flex-col gap-2 border-l-2 pl-4 ${result.ok ? 'border-lit' : 'border-error'}`}>
            {result.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const UNREACHABLE: Result = { ok: false, lines: ['We couldn’t download the list. Please try again in a moment.'] }

async function recompute(draw: DrawShown): Promise<Result> {
  const text = await (await throwIfNotOk(await fetch(`/staycation/draw/${draw.id}/entries.txt`))).text()
  const digest = await listDigest(text)
  const lines = parseList(text)
  if (!lines || digest !== draw.listDigest) {
    return { ok: false, lines: [`The list’s SHA-256 is ${digest}, which isn’t the one we published.`] }
  }
  const messages = [`The list has the published SHA-256 and ${lines.length} of ${draw.lines} lines.`]
  if (draw.seed === null)
    return { ok: true, lines: [...messages, 'The winner can be calculated once the seed is known.'] }
  const rounds = await drawRounds(lines, { seed: draw.seed, listDigest: digest, rounds: draw.rounds.length })
  for (const { round, ticket, line } of rounds) {
    const shown = draw.rounds[round - 1]
    if (shown?.line !== line || shown.ticket !== ticket) {
      return {
        ok: false,
        lines: [...messages, `Round ${round} gives ticket ${ticket} on line ${line}, not what’s shown above.`],
      }
    }
    messages.push(`Round ${round}: ticket ${ticket}, line ${line}. It matches what’s shown above.`)
  }
  return { ok: true, lines: messages }
}
