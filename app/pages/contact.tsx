import { redirect, useSearchParams } from 'react-router'
import { contactForm, getContactOpening } from '#app/features/contact/contact.server.ts'
import { CONTACT_LABELS, CONTACT_SENT, type ContactNumbers } from '#app/features/contact/contact.ts'
import { ContactForm } from '#app/features/contact/contact-form.tsx'
import { SampleNote } from '#app/features/properties/sample-note.tsx'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { getContactPage } from '#app/features/site/site.server.ts'
import { readForm, runForm } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { answerRefusal, answerWithRetryPage } from '#app/platform/http/retry-page.server.tsx'
import { messageReference, referenceFrom } from '#app/shared/message-reference.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { STAY_KEYS } from '#app/shared/stay.ts'
import styles from '#app/styles/app.css?url'
import { FormSent } from '#app/ui/form/form-sent.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SideNote, SideNotes } from '#app/ui/side-notes.tsx'
import { ToastProvider } from '#app/ui/toast.tsx'
import type { Route } from './+types/contact.ts'

export const handle: PageHandle = { sitemap: true, visitorQuery: [...STAY_KEYS, 'property', 'stayToken', 'sent'] }

export const middleware: Route.MiddlewareFunction[] = [answerWithRetryPage(styles)]

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [opening, copy] = await Promise.all([
    getContactOpening(services, new URL(request.url).searchParams),
    getContactPage(services),
  ])
  return { ...opening, copy }
}

/** Without JavaScript the form posts here; with it the form calls the API. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await runForm(contactForm, await readForm(request, context))
  if (answer.ok) return redirect(`/contact?sent=${messageReference(answer.id)}`, 303)
  const { name, email, message } = CONTACT_LABELS
  return answerRefusal(context, answer, {
    action: '/contact',
    title: 'Your message hasn’t been sent yet',
    button: 'Send message',
    labels: { name, email, message },
  })
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? {}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { identity, site } = rootData(matches)
  return pageMetadata(identity, {
    title: 'Contact',
    description:
      loaderData?.copy.description ??
      (site.hasProperties
        ? `Get in touch with the people who look after the homes${identity.inPlaces}.`
        : `Get in touch with ${identity.brand}.`),
    path: '/contact',
  })
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { site } = useRootData()
  const [query] = useSearchParams()
  const { properties, about, numbers, reference, copy } = loaderData
  const opened = [about.propertyId, about.checkIn, about.checkOut, about.stayToken].join()
  return (
    <ToastProvider>
      <PageHead title={copy.heading} text={`${copy.text}, ${site.responseTime}.`} />
      <div className="band page-columns">
        <div className="flex flex-col gap-8">
          <ContactForm
            key={opened}
            properties={properties}
            about={about}
            reference={reference}
            refused={actionData ?? null}
            thanks={query.has('sent') && <FormSent {...CONTACT_SENT} reference={referenceFrom(query.get('sent'))} />}
          />
        </div>
        <ContactInformation numbers={numbers} />
      </div>
    </ToastProvider>
  )
}

function ContactInformation({ numbers }: { numbers: ContactNumbers[] }) {
  const { site } = useRootData()
  return (
    <SideNotes label="Contact information">
      <SideNote title="Email">
        <a className="link" href={`mailto:${site.email}`}>
          {site.email}
        </a>
      </SideNote>
      {numbers.length > 0 && (
        <SideNote title="Phone">
          {numbers.map((entry) => (
            <Numbers key={`${entry.phone} ${entry.text}`} {...entry} />
          ))}
        </SideNote>
      )}
      {site.locations.length > 0 && (
        <SideNote title="Locations">
          {site.locations.map((location) => (
            <span key={location} className="block">
              {location}
            </span>
          ))}
        </SideNote>
      )}
      <SideNote title="Response time">
        {site.responseTime.charAt(0).toUpperCase() + site.responseTime.slice(1)}
      </SideNote>
      {site.hasProperties && (
        <SideNote title="Looking to book?">
          See the homes, open dates, and full prices.{' '}
          <a className="link" href="/#properties">
            Browse properties
          </a>
        </SideNote>
      )}
    </SideNotes>
  )
}

function Numbers({ phone, text, properties, sample }: ContactNumbers) {
  return (
    <div className="mb-2">
      {properties.length > 0 && <p className="text-sm text-muted">{properties.join(', ')}</p>}
      <p className="flex flex-wrap gap-x-6">
        {phone && (
          <a className="link" href={phoneLink('tel', phone)}>
            Call {phone}
          </a>
        )}
        {text && (
          <a className="link" href={phoneLink('sms', text)}>
            Text {text}
          </a>
        )}
      </p>
      {sample && <SampleNote>Sample numbers</SampleNote>}
    </div>
  )
}
