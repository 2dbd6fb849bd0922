/**
 * What the page's script waits for: the first paint including its first image, at most two seconds. A background tab is
 * not painted, and an image can be slow. A framed page is usable without its script, which waits until the frame is
 * within one screen of the viewport or is touched: many visitors never scroll to it.
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
 * Rewrites a rendered page so that its script loads only after the first paint: until then the bandwidth is for the
 * stylesheet, the fonts and the first image. React Router's own script imports before it runs; here it runs, waits, and
 * imports. A page with different markup stays unchanged, and is only slower.
 */
function scriptAfterPaint(html: string): string {
  const found = /(<script(?=[^>]* type="module")[^>]*>)([^<]*)<\/script>/.exec(html)
  const [all = '', open, body] = found ?? []
  if (!found || !open || body === undefined) return html
  const waiting = body
    .replace(/^import \* as (\w+) from ("[^"]+");/gm, 'const $1 = await import($2);')
    .replace(/^import ("[^"]+")/gm, 'await import($1)')
  const before = html.slice(0, found.index).replaceAll('<link rel="modulepreload"', '<link rel="later"')
  return `${before}${open}${UNTIL_PAINTED}${waiting}</script>${html.slice(found.index + all.length)}`
}

/**
 * On a first visit there is no scroll position to restore. Looking for one anyway delays the first paint, because the
 * browser reads session storage from another process.
 */
function skipFirstRestore(html: string): string {
  return html.replace('window.history.replaceState({ key }, "");', 'return window.history.replaceState({ key }, "");')
}

/** Returns a rendered page whose script runs after the first paint. */
export const deferHydration = (html: string) => skipFirstRestore(scriptAfterPaint(html))
