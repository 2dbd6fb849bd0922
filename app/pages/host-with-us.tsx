import { Link, redirect, useSearchParams } from 'react-router'
import { hostInquiryForm } from '#app/features/host-inquiries/host-inquiries.server.ts'
import { HOST_LABELS, INQUIRY_SENT } from '#app/features/host-inquiries/host-inquiries.ts'
import { HostInquiryForm } from '#app/features/host-inquiries/host-inquiry-form.tsx'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { getHostPage } from '#app/features/site/site.server.ts'
import { readForm, runForm } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { answerRefusal, answerWithRetryPage } from '#app/platform/http/retry-page.server.tsx'
import { LG } from '#app/shared/breakpoints.ts'
import { messageReference, referenceFrom } from '#app/shared/message-reference.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import styles from '#app/styles/app.css?url'
import { FormSent } from '#app/ui/form/form-sent.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SideNote, SideNotes } from '#app/ui/side-notes.tsx'
import { ToastProvider } from '#app/ui/toast.tsx'
import type { Route } from './+types/host-with-us.ts'
import './host-with-us.css'

export const handle: PageHandle = { sitemap: true, visitorQuery: ['sent'] }

export const middleware: Route.MiddlewareFunction[] = [answerWithRetryPage(styles)]

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [host, properties] = await Promise.all([getHostPage(services), listPropertyCards(services)])
  const property = properties.find(({ image }) => image) ?? null
  return { ...host, property: property && { name: property.name, path: property.path, image: property.image } }
}

/** Without JavaScript the form posts here; with it the form calls the API. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await runForm(hostInquiryForm, await readForm(request, context))
  if (answer.ok) return redirect(`/host-with-us?sent=${messageReference(answer.id)}#inquiry`, 303)
  return answerRefusal(context, answer, {
    action: '/host-with-us',
    title: 'Your inquiry hasn’t been sent yet',
    button: 'Submit inquiry',
    labels: HOST_LABELS,
  })
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  return pageMetadata(rootData(matches).identity, {
    title: 'Host with Us',
    description: loaderData.description,
    path: '/host-with-us',
  })
}

export default function HostWithUs({ loaderData, actionData }: Route.ComponentProps) {
  const { site } = useRootData()
  const [query] = useSearchParams()
  const { heading, text, action, terms } = loaderData
  return (
    <ToastProvider>
      <PageHead title={`${heading} ${site.brand}`} text={text}>
        <p className="page-ways">
          <a className="button button-ember" href="#inquiry">
            {action}
          </a>
        </p>
      </PageHead>
      <Steps steps={loaderData.steps} heading={loaderData.stepsHeading} />
      <Offer {...loaderData} />
      <section id="inquiry" aria-labelledby="inquiry-heading" className="band page-columns">
        <div className="flex flex-col gap-8">
          <h2 id="inquiry-heading" className="heading-section">
            {action}
          </h2>
          <HostInquiryForm
            refused={actionData ?? null}
            thanks={query.has('sent') && <FormSent {...INQUIRY_SENT} reference={referenceFrom(query.get('sent'))} />}
          />
        </div>
        <SideNotes label="Before you send">
          {terms && <SideNote title={loaderData.termsHeading}>{terms}</SideNote>}
          <SideNote title="Response time">
            {site.responseTime.charAt(0).toUpperCase() + site.responseTime.slice(1)}
          </SideNote>
          <SideNote title="Email">
            <a className="link" href={`mailto:${site.email}`}>
              {site.email}
            </a>
          </SideNote>
        </SideNotes>
      </section>
    </ToastProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Steps({ steps, heading }: Pick<Loaded, 'steps'> & { heading: string }) {
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="steps-heading" className="band pt-(--section-space)">
      <h2 id="steps-heading" className="heading-section">
        {heading}
      </h2>
      <ol className="host-steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3 className="heading-small">{title}</h3>
            <p className="measure mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The owners' benefits, their share, and a property as guests see it. */
function Offer({ benefits, weDo, youKeep, property, ...copy }: Loaded) {
  return (
    <section aria-labelledby="offer-heading" className="band host-offer pt-(--section-space)">
      <div className="flex flex-col gap-10">
        <h2 id="offer-heading" className="heading-section">
          {copy.benefitsHeading}
        </h2>
        <div className="host-benefits">
          {benefits.map(({ title, text }) => (
            <div key={title}>
              <h3 className="heading-small">{title}</h3>
              <p className="measure mt-1 text-muted">{text}</p>
            </div>
          ))}
        </div>
        <div className="host-lists">
          <OfferList title={copy.weDoHeading} items={weDo} />
          <OfferList title={copy.youKeepHeading} items={youKeep} />
        </div>
      </div>
      {property?.image && (
        <figure className="host-proof">
          <ResponsiveImage image={property.image} sizes={`${LG} 26rem, 92vw`} />
          <figcaption className="mt-4">
            {copy.proof}{' '}
            <Link className="link" to={property.path} viewTransition>
              View {property.name}
            </Link>
          </figcaption>
        </figure>
      )}
    </section>
  )
}

function OfferList({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <h3 className="heading-small">{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
