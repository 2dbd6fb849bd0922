import type { makeFirstOperatorLink } from '#app/features/operators/first-operator.server.ts'
import type { Logger } from '#app/platform/log.server.ts'

const OTHERWISE = 'Restart the site for a new link, or run "npm run site -- operator create" with a name.'

/**
 * Prints the link that creates the first operator, to the log and as plain lines for people. It is a secret, but lasts
 * an hour at most.
 */
export function printFirstOperatorLink(
  log: Logger,
  output: { write(text: string): unknown },
  link: Awaited<ReturnType<typeof makeFirstOperatorLink>>,
): void {
  if (!link) return
  const until = `${link.expiresAt.toISOString().slice(11, 16)} UTC`
  const { url, expiresAt } = link
  log.warn({ event: 'operator.none', url, expiresAt }, `there is no operator yet: create the first one. ${OTHERWISE}`)
  output.write(`\nNobody can sign in yet. Create the first operator until ${until}:\n\n  ${url}\n\n${OTHERWISE}\n\n`)
}
