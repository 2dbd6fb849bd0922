import { findImages } from '#app/features/media/media.server.ts'
import { type ImageSource, plainSrc, srcSet } from '#app/features/media/media.ts'
import { imagesIn, markdownHtml } from '#app/features/site/markdown.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { LG } from '#app/shared/breakpoints.ts'

/** As wide as journal.css lets a photo be. */
const SIZES = `${LG} 52rem, 92vw`.replace('>', '&gt;')

const IMAGE = /(<p>)?<img src="([^"]*)" alt="([^"]*)"(?: title="([^"]*)")? \/>(<\/p>)?/g

const imageTag = ({ src, width, height }: ImageSource, alt: string, isFirst: boolean) =>
  [
    `<img src="${plainSrc(src)}" srcset="${srcSet(src, width)}" sizes="${SIZES}"`,
    `width="${width}" height="${height}" alt="${alt}" decoding="async"${isFirst ? '' : ' loading="lazy"'}>`,
  ].join(' ')

/**
 * The text of a post as HTML for its page. A photo that stands alone is a figure, and its title the words below it. One
 * that the site does not have is left out, wherever it is from.
 */
export async function postHtml(services: { db: Tx }, content: string): Promise<string> {
  const paths = imagesIn(content)
  const images = await findImages(services, paths)
  return markdownHtml(content).replace(
    IMAGE,
    (_, open: string = '', path: string, alt: string, title: string | undefined, close: string = '') => {
      const image = images.get(path)
      const tag = image ? imageTag(image, alt, path === paths[0]) : ''
      if (!open || !close) return open + tag + close
      return tag && `<figure>${tag}${title ? `<figcaption>${title}</figcaption>` : ''}</figure>`
    },
  )
}
