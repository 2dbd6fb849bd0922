import { type FoundView, propertyLink } from './search.ts'

/** Why the other properties are not among the results, each with a stay that can be booked there. */
export function MissingList({ view: { missing, query, stay, answer }, base }: { view: FoundView; base: string }) {
  return (
    <section aria-labelledby="missing">
      <h2 id="missing" className="stay-missing-heading">
        {answer.count > 0 ? 'Not available for this stay' : 'Why the other homes are not listed'}
      </h2>
      <ul className="stay-missing-list">
        {missing.map(({ property: { id, name, path, picture }, reason, offer }) => (
          <li key={id}>
            {picture ? (
              <img
                src={`${base}${picture.src}?w=320`}
                width={picture.width}
                height={picture.height}
                alt=""
                loading="lazy"
              />
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
