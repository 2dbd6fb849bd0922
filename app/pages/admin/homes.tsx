import { Link } from 'react-router'
import { HomeLinks } from '#app/features/back-office/home-links.tsx'
import { QUESTION_WORDS } from '#app/features/pricing/manage/price-questions.ts'
import { listHomes } from '#app/features/pricing/manage/prices/prices-page.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/homes.ts'
import '#app/ui/form/change-form.css'

export async function loader({ context }: Route.LoaderArgs) {
  return { homes: await listHomes(context.get(servicesContext)) }
}

export const handle: AdminHandle = { title: 'Homes' }

export default function Homes({ loaderData }: Route.ComponentProps) {
  const { homes } = loaderData
  return (
    <>
      <h1>Homes</h1>
      {homes.length === 0 && <p className="text-muted">There are no homes yet.</p>}
      <ul className="home-list">
        {homes.map(({ slug, name, price, isPriced, questions, state }) => (
          <li key={slug}>
            <h2>
              <Link to={`/admin/homes/${slug}/prices`} prefetch="intent" className="admin-row-link">
                {name}
              </Link>
              {state && <small>{state}</small>}
            </h2>
            <p className={isPriced ? undefined : 'admin-alert'}>{price}</p>
            {questions.map((question) => (
              <p key={question} className="admin-detail">
                {QUESTION_WORDS[question].ask}
              </p>
            ))}
            <HomeLinks slug={slug} name={name} />
          </li>
        ))}
      </ul>
    </>
  )
}
