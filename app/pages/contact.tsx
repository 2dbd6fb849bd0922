import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/contact.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const { identity } = rootData(matches)
  return pageMetadata(identity, {
    title: 'Contact',
    description: `Write to the people who look after the homes in ${identity.places}.`,
    path: '/contact',
  })
}

export default function Contact() {
  const { site, identity } = useRootData()
  return (
    <>
      <PageHead title="Get in Touch" text={`A person reads every message and answers, ${site.responseTime}.`} />
      <div className="band band-y grid gap-12 md:grid-cols-2">
        <section aria-labelledby="information-heading">
          <h2 id="information-heading" className="heading-small mb-4">
            Contact information
          </h2>
          <dl>
            <Row label="E-mail">
              <a className="link" href={`mailto:${site.email}`}>
                {site.email}
              </a>
            </Row>
            <Row label="Locations">{identity.places}</Row>
            <Row label="Response time">{site.responseTime.charAt(0).toUpperCase() + site.responseTime.slice(1)}</Row>
          </dl>
        </section>
        <section aria-labelledby="looking-heading">
          <h2 id="looking-heading" className="heading-small mb-4">
            Looking to book?
          </h2>
          <p className="measure">Every home shows its free nights and the whole price. Booking takes a minute.</p>
          <a className="button button-ember mt-6" href="/#properties">
            See the homes
          </a>
        </section>
      </div>
    </>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="border-t border-line py-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
