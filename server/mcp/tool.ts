import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** What a tool answers: a value, or a sentence about why there is none. */
export type Answer = { value: Record<string, unknown> } | { refused: string }

/** For the `annotations` of a tool. */
export const READ_ONLY = { readOnlyHint: true, openWorldHint: false }

/** Runs a tool, and answers as the protocol has it. What fails is logged, and tells nothing of the inside. */
export async function runTool({ log }: Pick<Services, 'log'>, name: string, work: () => Promise<Answer>) {
  const text = (words: string, isError: boolean) => ({ content: [{ type: 'text' as const, text: words }], isError })
  try {
    const answer = await work()
    if ('refused' in answer) return text(answer.refused, true)
    return { ...text(JSON.stringify(answer.value), false), structuredContent: answer.value }
  } catch (error) {
    if (error instanceof RateLimitError) return text(error.message, true)
    log.error({ event: 'mcp.failed', tool: name, err: error }, 'a tool of an assistant failed')
    return text('Something went wrong on our side. Please try again in a moment.', true)
  }
}
