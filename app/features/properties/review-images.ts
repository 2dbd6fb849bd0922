import type { ImageSource } from '#app/features/media/media.ts'

type Found = Omit<ImageSource, 'alt' | 'placeholder'>

/** The photos of a guest's review, each with its alt text. */
export const imagesOf = (
  { author, images }: { author: string; images: string[] },
  found: ReadonlyMap<string, Found>,
): ImageSource[] =>
  images.flatMap((path, at) => {
    const image = found.get(path)
    return image ? [{ ...image, alt: `Photo ${at + 1} by ${author}, a guest`, placeholder: null }] : []
  })
