import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { busyMessage } from '../middleware/load-shedding.ts'

/** The answer of a tool: a value, or a sentence about why there is none. */
export type Answer = { value: Record<string, unknown> } | { refused: string }

/** For the `annotations` of a tool. */
export const READ_ONLY = { readOnlyHint: true, openWorldHint: false }

/** Runs the tools of one request: each waits in the caller's line. Null if too many wait already. */
export type ToolRunner = { log: Services['log']; shed: (work: () => Promise<Answer>) => Promise<Answer | null> }

/** Runs a tool, and answers by the protocol. A failure is logged, and reveals nothing internal. */
export async function runTool({ log, shed }: ToolRunner, name: string, work: () => Promise<Answer>) {
  const text = (words: string, isError: boolean) => ({ content: [{ type: 'text' as const, text: words }], isError })
  try {
    const answer = await shed(work)
    if (!answer) return text(await busyMessage(), true)
    if ('refused' in answer) return text(answer.refused, true)
    return { ...text(JSON.stringify(answer.value), false), structuredContent: answer.value }
  } catch (error) {
    if (error instanceof RateLimitError) return text(error.message, true)
    log.error({ event: 'mcp.failed', tool: name, err: error }, 'a tool of an assistant failed')
    return text('Something went wrong on our side. Please try again in a moment.', true)
  }
}
