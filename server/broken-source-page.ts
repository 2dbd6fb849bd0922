import { stripVTControlCharacters } from 'node:util'

/** The message of Vite and the compiler about an unreadable file. */
type SourceError = Error & { id?: string; frame?: string; loc?: { file?: string; line: number; column: number } }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => stripVTControlCharacters(text).replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)

/**
 * The page that a developer sees while a source file is broken: the file, the message and the lines. It reloads once
 * the file is fixed. Only the development server shows it.
 */
export function brokenSourcePage(thrown: unknown): string {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as SourceError
  const { message, id, loc, frame, stack = '' } = error
  const file = [loc?.file ?? id, loc?.line, loc?.column].filter((part) => part !== undefined).join(':')
  const parts = [file, message, frame, stack].filter((part): part is string => Boolean(part))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>A source file is broken</title>
<h1>A source file is broken</h1>
<p>This page loads again every two seconds, until the file is mended.</p>
${parts.map((part) => `<pre>${escaped(part)}</pre>`).join('\n')}
</html>
`
}
