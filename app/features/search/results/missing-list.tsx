import { type FoundView, propertyLink } from '../search.ts'

/** Why the other properties are not among the results, each with a stay that can be booked there. */
export function MissingList({ view: { missing, query, stay, answer }, base }: { view: FoundView; base: string }) {
  return (
    <section aria-labelledby="missing">
      <h2 id="missing" className="stay-missing-heading">
        {answer.count > 0 ? 'Not available for this stay' : 'Why the other homes are not listed'}
      </h2>
      <ul className="stay-missing-list">
        {missing.map(({ property: { id, name, path, image }, reason, offer }) => (
          <li key={id}>
            {image ? (
              <img src={`${base}${image.src}?w=320`} width={image.width} height={image.height} alt="" loading="lazy" />
            ) : (
              <span />
            )}
            <p>
              <b>{name}</b> {reason}
            </p>
            <a className="link" href={propertyLink(path, offer?.stay ?? stay, { base, query })}>
              {offer?.words ?? 'See open dates'}
              <span className="sr-only">, {name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
