/**
 * What the page's script waits for: that the page has been painted, its first picture too, at most two seconds. A tab in the
 * background is not painted, and a picture can be late. A page in a frame can be read and stepped into without its script, which
 * waits until it is a screen away from what is seen, or is touched: of the pages that hold it many never come to it.
 */
const UNTIL_PAINTED = `
const painted = async () => {
  await new Promise((go) => new PerformanceObserver(go).observe({ type: 'paint', buffered: true }));
  await document.querySelector('img[fetchpriority=high]')?.decode().catch(() => {});
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
};
const near = () => new Promise((go) => {
  new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && go(), { rootMargin: '100%' }).observe(document.body);
  addEventListener('focusin', go);
});
if (self === top) await Promise.race([painted(), new Promise((go) => setTimeout(go, 2000))]);
else await near();
for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';
`

/**
 * A rendered page whose script is only asked for when a guest sees the page: until then the line is the stylesheet's, the
 * faces' and the first picture's. React Router's own script imports before it runs; here it runs, waits, and imports. A page
 * in other words than these is left as it is, and is only slower.
 */
function scriptAfterPaint(html: string): string {
  const whole = /(<script(?=[^>]* type="module")[^>]*>)([^<]*)(<\/script>)/
  const [, open, body, close] = whole.exec(html) ?? []
  if (!open || body === undefined) return html
  const waiting = body
    .replace(/^import \* as (\w+) from ("[^"]+");/gm, 'const $1 = await import($2);')
    .replace(/^import ("[^"]+")/gm, 'await import($1)')
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(whole, () => `${open}${UNTIL_PAINTED}${waiting}${close}`)
}

/**
 * Whoever comes to a page for the first time has no place on it to be led back to. To look for one all the same holds the
 * first paint up: the browser fetches what it has stored from another process.
 */
function skipFirstRestore(html: string): string {
  return html.replace('window.history.replaceState({ key }, "");', 'return window.history.replaceState({ key }, "");')
}

/** A rendered page whose script lets the first paint go first. */
export const deferHydration = (html: string) => skipFirstRestore(scriptAfterPaint(html))
