import type { ReactNode } from 'react'
import { capacityText } from '#app/features/properties/properties.ts'
import { countOf } from '#app/shared/words.ts'
import type { AvailableProperty } from './search.ts'

type Props = {
  home: Pick<
    AvailableProperty,
    'name' | 'location' | 'picture' | 'cardText' | 'capacityWord' | 'maxGuests' | 'bedrooms' | 'bathrooms'
  >
  /** The site that the picture is on. */
  base: string
  /** The picture is in the first screen. */
  first: boolean
  /** Below a heading of its own a list begins one level deeper. */
  heading?: 'h2' | 'h3'
  children: ReactNode
}

/** A home as a row: picture, facts, and at the right what it costs or where it leads. */
export function ResultRow({ home, base, first, heading: Heading = 'h2', children }: Props) {
  const { picture } = home
  return (
    <li className="stay-result">
      {picture ? (
        <img
          className="stay-result-picture"
          src={`${base}${picture.src}?w=640`}
          srcSet={[320, 640, 828, 1280].map((width) => `${base}${picture.src}?w=${width} ${width}w`).join(', ')}
          sizes="(min-width: 56rem) 24rem, (min-width: 40rem) 16rem, 100vw"
          width={picture.width}
          height={picture.height}
          alt={picture.alt}
          loading={first ? undefined : 'lazy'}
        />
      ) : (
        <div className="stay-result-picture" />
      )}
      <div>
        <Heading className="stay-result-name">{home.name}</Heading>
        <p className="stay-result-facts">
          <span>{home.location}</span>
          <b>{capacityText(home)}</b>
          <span>{countOf(home.bedrooms, 'bedroom')}</span>
          <span>{countOf(home.bathrooms, 'bath')}</span>
        </p>
        <p>{home.cardText}</p>
      </div>
      <div className="stay-result-price">{children}</div>
    </li>
  )
}
