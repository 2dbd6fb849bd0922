import type { ImageSource } from '#app/features/media/media.ts'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { MD, XL } from '#app/shared/breakpoints.ts'

type Card = { title: string; text: string; image: ImageSource | null }

type Props = { prize: string; cards: Card[]; wonLast: { name: string; month: string } | null }

/** The prize as the rules define it, with three images, and who won last. */
export function GiveawayPrize({ prize, cards, wonLast }: Props) {
  return (
    <section aria-labelledby="prize-heading" className="band band-y">
      <h2 id="prize-heading" className="heading-section">
        What you can win
      </h2>
      <p className="measure mt-4 text-muted">{prize}</p>
      {wonLast && (
        <p className="mt-4">
          Won last: {wonLast.name}, {wonLast.month}
        </p>
      )}
      <ul className="mt-10 grid gap-x-8 gap-y-12 md:grid-cols-3">
        {cards.map(({ title, text, image }) => (
          <li key={title}>
            {image && (
              <ResponsiveImage
                image={image}
                sizes={`${XL} 24rem, ${MD} 30vw, 100vw`}
                className="aspect-[3/2] w-full rounded-md object-cover"
              />
            )}
            <h3 className="heading-small mt-4">{title}</h3>
            <p className="mt-2 max-w-[24em] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
