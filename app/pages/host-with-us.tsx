import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/host-with-us.ts'

const BENEFITS = [
  {
    title: 'Premium properties',
    text: 'A short list of homes that we know room by room, each with a page that shows it as it is.',
  },
  {
    title: 'Professional management',
    text: 'Guests, calendars, cleaning and keys are looked after by people who answer.',
  },
  {
    title: 'Maximize revenue',
    text: 'Rates by season and weekday, taxes worked out, and direct bookings that no one can sell twice.',
  },
]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'Host with Us',
    description: 'Own a home in the mountains or by a lake? We look after it, its guests and its calendar.',
    path: '/host-with-us',
  })

export default function HostWithUs() {
  const { site } = useRootData()
  return (
    <>
      <PageHead
        title={`Partner with ${site.brand}`}
        text="Own a home that groups would love? Tell us where it is and how many it sleeps."
      />
      <div className="band band-y">
        <ul className="grid gap-10 md:grid-cols-3">
          {BENEFITS.map((benefit) => (
            <li key={benefit.title} className="border-t border-ink pt-5">
              <h2 className="heading-small">{benefit.title}</h2>
              <p className="mt-3">{benefit.text}</p>
            </li>
          ))}
        </ul>
        <a className="button button-ember mt-12" href={`mailto:${site.email}?subject=${encodeURIComponent('My home')}`}>
          Write to us about your home
        </a>
      </div>
    </>
  )
}
