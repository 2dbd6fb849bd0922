import { data, Form, Link } from 'react-router'
import { Explanation } from '#app/features/pricing/manage/prices/explanation.tsx'
import { PriceMonth } from '#app/features/pricing/manage/prices/price-month.tsx'
import { getWhyPage } from '#app/features/pricing/manage/prices/why.server.ts'
import { whyFromQuery } from '#app/features/pricing/manage/prices/why.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { formatDate } from '#app/shared/dates.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import type { Route } from './+types/why.ts'
import '#app/features/pricing/manage/prices/why.css'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const asked = whyFromQuery(url.searchParams)
  const page = await getWhyPage(services, params.slug, asked)
  if (!page) throw data(null, { status: 404 })
  return page
}

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Why is it this price? ${page.property.name}`,
}

export default function Why({ loaderData }: Route.ComponentProps) {
  const { property, asked, month, explanation, refusals, isTaken, codeProblem } = loaderData
  const { stay } = asked
  const path = `/admin/homes/${property.slug}/why`
  return (
    <>
      <p>
        <Link to={`/admin/homes/${property.slug}/prices`} className="link">
          {property.name}
        </Link>
      </p>
      <h1>Why is it this price?</h1>
      <p className="admin-lead">Press a night, or ask about a stay.</p>
      <div className="why-page">
        <PriceMonth path={path} {...month} chosen={stay} />
        <section id="why" aria-labelledby="why-heading" className="why-answer">
          {stay ? (
            <>
              <h2 id="why-heading">
                {formatDate(stay.checkIn)} to {formatDate(stay.checkOut)} <small>{partyWords(stay)}</small>
              </h2>
              {explanation ? (
                <Explanation explanation={explanation} />
              ) : (
                <p>This home has no price for every night yet.</p>
              )}
              {codeProblem && <p className="admin-alert">{codeProblem}</p>}
              {(refusals.length > 0 || isTaken) && (
                <>
                  <h3>Guests can’t book this stay</h3>
                  <ul className="why-skipped">
                    {refusals.map((message) => (
                      <li key={message}>{message}</li>
                    ))}
                    {isTaken && <li>Some of these nights are booked or blocked.</li>}
                  </ul>
                </>
              )}
            </>
          ) : (
            <h2 id="why-heading">A stay</h2>
          )}
          {asked.problem && (
            <p role="alert" className="form-problem">
              {asked.problem}
            </p>
          )}
          <AskForm key={JSON.stringify(asked)} page={loaderData} path={path} />
        </section>
      </div>
    </>
  )
}

const NO_STAY = { checkIn: '', checkOut: '', adults: 2, children: 0, infants: 0, pets: 0 }

function AskForm({ page, path }: { page: Route.ComponentProps['loaderData']; path: string }) {
  const { asked, property } = page
  const { checkIn, checkOut, ...party } = asked.stay ?? NO_STAY
  const counts = [
    { name: 'adults', label: 'Adults', count: party.adults },
    { name: 'children', label: 'Children', count: party.children },
    ...(property.maxPets > 0 ? [{ name: 'pets', label: 'Pets', count: party.pets }] : []),
  ]
  return (
    <Form action={`${path}#why`} preventScrollReset className="mt-6 flex flex-wrap items-end gap-x-4 gap-y-3">
      <TextField className="grow basis-36" type="date" label="Check-in" name="checkin" defaultValue={checkIn} />
      <TextField className="grow basis-36" type="date" label="Check-out" name="checkout" defaultValue={checkOut} />
      {counts.map(({ name, label, count }) => (
        <TextField
          key={name}
          className="grow basis-18"
          type="number"
          min={0}
          max={99}
          label={label}
          name={name}
          defaultValue={count}
        />
      ))}
      <TextField
        className="grow basis-18"
        label="Promo code"
        name="promo"
        autoComplete="off"
        defaultValue={asked.code}
      />
      <Button type="submit" variant="outline">
        Explain
      </Button>
    </Form>
  )
}
