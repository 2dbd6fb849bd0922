import { data, Link } from 'react-router'
import { PERIODS_TITLE, RetentionPeriods } from '#app/features/privacy/retention-periods.tsx'
import { getLegalDocument } from '#app/features/site/legal-documents.server.ts'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import type { LegalBody, LegalKind } from '#app/features/site/site.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { formatDate } from '#app/shared/dates.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { Section, SectionLinks } from '#app/ui/sections.tsx'
import { SideNote, SideNotes } from '#app/ui/side-notes.tsx'
import type { Route } from './+types/legal.ts'

export const handle: PageHandle = { sitemap: 'by-feature', query: ['version'] }

/** Privacy, terms and accessibility: the path is the kind. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const kind = url.pathname.slice(1).replace(/\/$/, '') as LegalKind
  const version = url.searchParams.get('version')
  const document = await getLegalDocument(context.get(servicesContext), { kind, version })
  if (!document) throw data(null, { status: 404 })
  return document
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { identity } = rootData(matches)
  const { kind, title, body, current } = loaderData
  return pageMetadata(identity, { title, description: body.lead, path: `/${kind}`, noindex: !current })
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  const { site } = useRootData()
  const { kind, title, version, effectiveOn, body, current, versions } = loaderData
  // The retention periods are the site's current ones, also on an older version of the text.
  const periods = kind === 'privacy' && current
  const others = versions.filter((one) => one.version !== version)
  return (
    <>
      <PageHead title={title} text={body.lead} />
      <div className="band page-columns">
        <div>
          {!current && (
            <p role="note" className="form-problem mb-10">
              This version is no longer in effect.{' '}
              <Link className="link" to={`/${kind}`} viewTransition>
                Read the current version
              </Link>
            </p>
          )}
          <LegalText body={body} />
          {periods && <RetentionPeriods />}
        </div>
        <SideNotes label="About this document">
          <SideNote title={`Version ${version}`}>In effect since {formatDate(effectiveOn, 'long')}.</SideNote>
          <SectionLinks
            titles={[...body.sections.map(({ heading }) => heading), ...(periods ? [PERIODS_TITLE] : [])]}
          />
          <SideNote title="Questions">
            Write to{' '}
            <a className="link" href={`mailto:${site.email}`}>
              {site.email}
            </a>
            . A real person reads it and replies, {site.responseTime}.
          </SideNote>
          {others.length > 0 && (
            <SideNote title="Other versions">
              <ul>
                {others.map((one) => (
                  <li key={one.version}>
                    <Link className="link" to={`/${kind}?version=${encodeURIComponent(one.version)}`} viewTransition>
                      {one.version} ({formatDate(one.effectiveOn, 'long')})
                    </Link>
                  </li>
                ))}
              </ul>
            </SideNote>
          )}
        </SideNotes>
      </div>
    </>
  )
}

/** The sections of a legal page. */
function LegalText({ body }: { body: LegalBody }) {
  return body.sections.map(({ heading, paragraphs, items, facts }) => (
    <Section key={heading} title={heading}>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {items.length > 0 && (
        <ul>
          {items.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <dl>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  ))
}
