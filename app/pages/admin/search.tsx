import { useEffect, useRef } from 'react'
import { Form, Link, redirect } from 'react-router'
import { search } from '#app/features/back-office/search.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import type { Route } from './+types/search.ts'

/** A reference leads to its booking at once. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = (new URL(request.url).searchParams.get('q') ?? '').trim()
  const groups = await search(context.get(servicesContext), typed, context.get(operatorContext))
  const booking = groups[0]?.found.find(({ to }) => to === `/admin/bookings/${typed.toUpperCase()}`)
  if (booking) throw redirect(booking.to)
  return { typed, groups }
}

export const handle: AdminHandle = { title: 'Search' }

export default function Search({ loaderData }: Route.ComponentProps) {
  const { typed, groups } = loaderData
  const first = useRef<HTMLAnchorElement>(null)
  // Enter in the search, and Enter again opens the first result.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search has another first result
  useEffect(() => first.current?.focus(), [typed])
  return (
    <>
      <PageTop title="Search" />
      <Form key={typed} className="admin-filter">
        <TextField label="Guest, email, phone, reference, home, or page" name="q" type="search" defaultValue={typed} />
        <Button type="submit" variant="outline">
          Search
        </Button>
      </Form>
      {typed !== '' && groups.length === 0 && <p role="status">Nothing matches “{typed}”.</p>}
      {groups.map(({ title, found, more }, group) => (
        <Card key={title} title={title}>
          <ul className="more-list">
            {found.map(({ to, label, detail }, index) => (
              <li key={`${to} ${label}`}>
                <Link to={to} ref={group === 0 && index === 0 ? first : undefined}>
                  <strong>{label}</strong>
                  <span className="admin-detail">{detail}</span>
                </Link>
              </li>
            ))}
          </ul>
          {more && (
            <p>
              <Link className="link" to={more.to}>
                {more.label}
              </Link>
            </p>
          )}
        </Card>
      ))}
    </>
  )
}
