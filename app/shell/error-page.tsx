import { isRouteErrorResponse } from 'react-router'
import { PAGE_NOT_FOUND } from '#app/shared/page-metadata.ts'

const BROKEN = { heading: 'Something went wrong on our end', text: 'Please try again in a moment.' }
const OFFLINE = { heading: 'We couldn’t reach the site', text: 'Check your connection and try again.' }

/** The text for an error; for a rate limit and for operators, the server's own message. */
function wordsOf(error: unknown, notFound: typeof BROKEN): typeof BROKEN {
  if (!isRouteErrorResponse(error)) return (error as { offline?: true }).offline ? OFFLINE : BROKEN
  if (error.status === 429 || error.status === 503) return { heading: 'One moment, please', text: String(error.data) }
  return error.status === 404 ? notFound : BROKEN
}

type ErrorPageProps = {
  error: unknown
  email?: string
  notFound?: typeof BROKEN
  /** Undefined where the site itself could not be read. */
  hasProperties: boolean | undefined
}

/** Replaces a missing or broken page: no details, a link onwards. The log has the rest. */
export function ErrorPage({ error, email, notFound = PAGE_NOT_FOUND, hasProperties = true }: ErrorPageProps) {
  const words = wordsOf(error, notFound)
  const { heading, text } = words
  const missing = words === notFound
  return (
    <div className="page-head on-night">
      <div className="band page-head-band">
        <h1 className="heading-hero">{heading}</h1>
        <p className="measure text-lg text-muted">
          {text}
          {email && text === BROKEN.text && ` If it keeps happening, email ${email}.`}
        </p>
        <p className="page-ways">
          {!missing && (
            // biome-ignore lint/a11y/useValidAnchor: an empty href is the page itself
            <a className="button button-ember" href="">
              Try again
            </a>
          )}
          <a
            className={missing ? 'button button-ember' : 'button button-outline'}
            href={hasProperties ? '/#properties' : '/'}
            target="_top"
          >
            {hasProperties ? 'See the homes' : 'Start page'}
          </a>
        </p>
        <span className="window" aria-hidden="true" />
      </div>
    </div>
  )
}
