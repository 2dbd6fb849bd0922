/** The script elements of a page: none runs in a preview. */
const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*\brel="(?:modulepreload|later)"[^>]*>/g

/** The frames of a page. Where the page is in a frame itself, their blocked scripts would be errors. */
const FRAMES = /<iframe\b[^<>]*>/g

const BAR = [
  'position:sticky;inset-block-start:0;z-index:var(--z-tooltip);padding-inline:var(--gutter)',
  'background-color:var(--ember);color:var(--on-ember);font-size:var(--font-size-sm)',
].join(';')

const PANEL = [
  'display:flex;flex-wrap:wrap;gap:1rem 3rem;max-height:70svh;overflow:auto',
  'margin-inline:calc(-1 * var(--gutter));padding:1rem var(--gutter) 1.25rem',
  'border-block-end:1px solid var(--border);background-color:var(--surface);color:var(--text)',
].join(';')

/** A value of the page’s head, escaped as it stands there. */
const inHead = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''

/** The parts of the page for search engines and shared links. The picture is a stored one. */
function headOf(html: string): string {
  const title = inHead(html, /<title>([^<]*)</)
  const description = inHead(html, /<meta name="description" content="([^"]*)"/)
  const image = inHead(html, /<meta property="og:image" content="[^"]*?(\/objects\/[^"]*)"/)
  const words = inHead(html, /<meta property="og:image:alt" content="([^"]*)"/)
  const picture = `<img src="${image}?w=640" alt="${words}" style="width:16rem;max-width:100%">`
  return `<div style="flex:1 1 18rem;max-width:var(--measure)">
<p><strong>In search results and shared links</strong></p>
<p>${title}</p>
<p>${description}</p>
</div>${image && picture}`
}

type Bar = { isOpen: boolean }

const barOf = (html: string, { isOpen }: Bar) => `<aside aria-label="Preview" style="${BAR}">
<details${isOpen ? ' open' : ''}>
<summary style="padding-block:0.65rem;cursor:pointer"><strong>Preview: not saved.</strong> Nothing can be booked or sent here.</summary>
<div tabindex="0" style="${PANEL}">
<p style="flex:1 1 16rem;max-width:var(--measure)">Guests see the page like this once you save. Links lead to the pages as they are now. What needs a script looks as it does without one.</p>
${headOf(html)}
</div>
</details>
</aside>`

/**
 * A rendered page as its own preview: no script, and a bar that names it as one. Open, it shows the values of the head.
 * In a frame, it has no bar.
 */
export function previewPage(html: string, bar: Bar | null): string {
  return (bar ? html : html.replace(FRAMES, (frame) => frame.replace(/ src="[^"]*"/, '')))
    .replace(SCRIPTS, '')
    .replace('<title>', '<title>Preview: ')
    .replace(/<body[^>]*>/, (body) => `${body}${bar ? barOf(html, bar) : ''}`)
}
