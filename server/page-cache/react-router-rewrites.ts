import type { Plugin } from 'vite'

/* All changes of the site to the output of React Router, since no option of it does the same. Each has its reason below. After an upgrade with other output, the build stops for lost files; for scripts, pages are only slower. */

const MODULE = /\/node_modules\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/
const RELOADS = /(catch \(error\) \{)[\s\S]*?window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/g

/**
 * When a page's file cannot be fetched, React Router reloads the open page, and its form input is lost. No option turns
 * that off, so the browser build dispatches the event `lost-file` instead. `app/shell/offline.tsx` handles it. See
 * docs/decisions/036.
 */
export function reportLostFiles(): Plugin {
  let found = 0
  return {
    name: 'report-lost-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: MODULE },
      handler(code) {
        found = code.match(RELOADS)?.length ?? 0
        return {
          code: code.replace(RELOADS, "$1 window.dispatchEvent(new Event('lost-file')); throw error;"),
          map: null,
        }
      },
    },
    generateBundle() {
      if (found !== 1) this.error('React Router handles a lost file in another way: see docs/decisions/036.')
    },
  }
}

/**
 * Presses before the page is interactive: on a button, or on a link whose press a script handles (`data-by-script`).
 * They are done once it is, or once its script has failed; a link then leads to its address. Several on one element are
 * one: it did not answer. Other links, forms and popovers work without a script, so they do not wait.
 */
const EARLY_PRESSES = `{
  const early = new Set();
  const hold = (event) => {
    const pressed = event.target.closest?.('button[type=button]:not([popovertarget]), a[data-by-script]');
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    early.add(pressed);
  };
  addEventListener('click', hold, true);
  addEventListener('interactive', () => {
    removeEventListener('click', hold, true);
    for (const one of early) one.click();
  }, { once: true });
  document.currentScript.remove();
}`

/**
 * What the page's script waits for: the first paint. A background tab is not painted. Firefox reports no
 * paint of some pages that open at an anchor. So the frame after the load counts, too. A framed page is usable without
 * its script. That waits until the frame is within one screen of the viewport or is touched. Many visitors never scroll
 * to it.
 */
const UNTIL_PAINTED = `
const painted = () => new Promise((go) => {
  new PerformanceObserver(go).observe({ type: 'paint', buffered: true });
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(go)));
  if (document.hidden) go();
  addEventListener('visibilitychange', go);
});
const near = () => new Promise((go) => {
  new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && go(), { rootMargin: '100%' }).observe(document.body);
  addEventListener('focusin', go);
});
await (self === top ? painted() : near());
for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload';
`

/**
 * Rewrites a rendered page so that its script loads only after the first paint. Until then the bandwidth is for the
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
    .replace(/^import\(("[^"]+")\);$/m, 'await import($1);')
  const before = html.slice(0, found.index).replaceAll('<link rel="modulepreload"', '<link rel="later"')
  return `${before}${open}${UNTIL_PAINTED}try {${waiting}} catch (error) { dispatchEvent(new Event('interactive')); throw error }</script>${html.slice(found.index + all.length)}`
}

/**
 * On a first visit there is no scroll position to restore. Looking for one anyway delays the first paint, because the
 * browser reads session storage from another process.
 */
function skipFirstRestore(html: string): string {
  return html.replace('window.history.replaceState({ key }, "");', 'return window.history.replaceState({ key }, "");')
}

/** Returns a rendered page that stores early presses for its script. `nonce` allows the page's inline scripts. */
export const replayEarlyPresses = (html: string, nonce: string) =>
  html.replace('<head>', `<head><script nonce="${nonce}">${EARLY_PRESSES}</script>`)

/** Returns a rendered page whose script runs after the first paint. */
export const deferHydration = (html: string) => skipFirstRestore(scriptAfterPaint(html))
