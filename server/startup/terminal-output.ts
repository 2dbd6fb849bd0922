import type { Config } from '#app/platform/config.server.ts'

type Output = { isTTY?: boolean; write(text: string): unknown }

/** Names slow work on a terminal, and how long it took. Without words, or in a pipe, nothing. */
export async function timed<Result>(
  words: string | false,
  run: () => Promise<Result>,
  output: Output = process.stderr,
): Promise<Result> {
  if (!words || !output.isTTY) return run()
  const from = performance.now()
  output.write(`${words} ...\n`)
  const result = await run()
  output.write(`${words} took ${((performance.now() - from) / 1000).toFixed(1)} s.\n`)
  return result
}

/** The addresses of a site that has opened, for people at a terminal. */
export function printAddress(output: Output, { demo, siteUrl, smtpUrl, dataDir }: Config, address: string): void {
  if (!output.isTTY) return
  const url = demo ? address : siteUrl
  const places = [`  For guests   ${url}/`, `  Back office  ${url}/admin`]
  if (demo) places.push(`  Test page    ${url}/test`)
  if (!smtpUrl) places.push(`  Emails       files in ${dataDir}/mail`)
  output.write(`\n${demo ? 'The demo' : 'The site'} is open:\n\n${places.join('\n')}\n\nPress Ctrl-C to stop it.\n\n`)
}
