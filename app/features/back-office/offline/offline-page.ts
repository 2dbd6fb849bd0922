/** What a page without connection lists. */
export type OfflineList = { title: string; empty: string; lines: { title: string; detail: string }[] }

/** The tokens of the design that the page uses. It has no stylesheet but its own. */
export const OFFLINE_TOKENS = ['--background', '--text', '--text-muted', '--border', '--ember', '--on-ember'] as const

type OfflinePage = {
  brand: string
  /** When the lists were seen, in words. */
  seenAt: string
  lists: OfflineList[]
  tokens: Record<(typeof OFFLINE_TOKENS)[number], string>
}

const STYLE = `body{margin:0;background:var(--background);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}
h1{margin:0;font:500 2.2rem/1.1 Georgia,serif}
h2{margin:2rem 0 .5rem;font:600 1.1rem/1.3 system-ui,sans-serif}
p,ul{margin:0;padding:0}
ul{list-style:none}
li{padding:.7rem 0;border-top:1px solid var(--border);overflow-wrap:anywhere}
li p+p,.none{color:var(--text-muted)}
.note{margin:1rem 0;padding:.8rem 1rem;border:1px solid var(--border)}
a{display:inline-block;padding:.7rem 1.4rem;border-radius:3px;background:var(--ember);color:var(--on-ember);font-weight:600;text-decoration:none}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

const listOf = ({ title, empty, lines }: OfflineList) => {
  const items = lines.map(({ title, detail }) => `<li><p>${escaped(title)}</p><p>${escaped(detail)}</p></li>`)
  const content = items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p class="none">${escaped(empty)}</p>`
  return `<h2>${escaped(title)}</h2>${content}`
}

const rootOf = (tokens: OfflinePage['tokens']) =>
  `:root{color-scheme:light dark;${OFFLINE_TOKENS.map((name) => `${name}:${tokens[name]}`).join(';')}}`

/** A page by itself, without script and files: today’s lists as they were last seen, and when. */
export const offlinePage = ({ brand, seenAt, lists, tokens }: OfflinePage): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Offline | ${escaped(brand)}</title><style>${rootOf(tokens)}${STYLE}</style></head>
<body><main><h1>Today, as last seen</h1><p class="note">You’re offline. This is from ${escaped(seenAt)}, and may have changed since.</p><p><a href="/admin">Try again</a></p>${lists.map(listOf).join('')}</main></body>
</html>
`
