import { createHash } from 'node:crypto'

/** The look of a page without any assets: night colors and system fonts. */
const STYLE = `:root{color-scheme:dark}
body{margin:0;background:#161830;color:#f1f2fa;font:1.0625rem/1.6 system-ui,sans-serif}
main{box-sizing:border-box;display:grid;align-content:center;justify-items:start;gap:1.25rem;min-height:100vh;padding:2rem clamp(1.25rem,9vw,9rem)}
h1{margin:.75rem 0 0;font:500 clamp(2.3rem,6vw,4rem)/1.06 Georgia,serif;letter-spacing:-.018em;text-wrap:balance}
p,ul{max-width:28.5em;margin:0;color:#b6bad8}
a{display:inline-block;margin-top:.75rem;padding:.8rem 1.75rem;border:1px solid #f0a13a;border-radius:3px;background:#f0a13a;color:#1d1305;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid #ffc978;outline-offset:2px}`

/** The brand's logo with dark windows. */
const WINDOW =
  '<svg width="60" height="66" viewBox="0 0 20 22" aria-hidden="true"><path fill="#262a50" d="M2 2h7v8H2zM11 2h7v8h-7zM2 12h7v8H2zM11 12h7v8h-7z"/></svg>'

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * The content of a short page, its extra headers, and who may frame it: nobody, or a `frame-ancestors` directive.
 * `points` are listed below the sentence. By default the link leads to the home page.
 */
type FallbackPage = {
  title: string
  sentence: string
  points?: string[]
  link?: { to: string; words: string }
  headers?: Record<string, string>
  framedBy?: string
}

const HOME_PAGE = { to: '/', words: 'Go to the home page' }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * A self-contained page of one sentence and a link: no script, no file, no database. Only its points are escaped: the
 * other texts are ours.
 */
export function fallbackPage(
  status: number,
  { title, sentence, points = [], link = HOME_PAGE, headers = {}, framedBy = "frame-ancestors 'none'" }: FallbackPage,
): Response {
  const list = points.length > 0 ? `<ul>${points.map((point) => `<li>${escaped(point)}</li>`).join('')}</ul>` : ''
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main>${WINDOW}<h1>${title}</h1><p>${sentence}</p>${list}<a href="${link.to}">${link.words}</a></main></body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${POLICY}; ${framedBy}`,
      'cache-control': 'no-store',
      ...headers,
    },
  })
}
