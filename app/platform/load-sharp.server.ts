/**
 * Returns sharp, the image library. It takes 20 MB of memory, so it is loaded with the first image that needs it. Each
 * variant is converted once and cached on disk, so libvips needs no cache. One core stays free for page requests.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
