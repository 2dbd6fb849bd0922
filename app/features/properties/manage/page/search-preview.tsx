import './search-preview.css'

type Props = { brand: string; address: string; title: string; description: string }

/** About as many characters as a search engine shows. */
const MOST_TITLE = 60
const MOST_DESCRIPTION = 160

function cut(text: string, most: number) {
  const letters = [...text]
  return letters.length > most
    ? `${letters
        .slice(0, most)
        .join('')
        .replace(/\s+\S*$/, '')} ...`
    : text
}

/** A page among the results of a search engine. */
export function SearchPreview({ brand, address, title, description }: Props) {
  return (
    <figure className="search-preview">
      <figcaption>In search results</figcaption>
      <p className="search-preview-site">{brand}</p>
      <p className="text-muted">{address.replace(/^https?:\/\//, '').replaceAll('/', ' › ')}</p>
      <p className="search-preview-title">{cut(`${title} | ${brand}`, MOST_TITLE)}</p>
      <p>{cut(description, MOST_DESCRIPTION)}</p>
    </figure>
  )
}
