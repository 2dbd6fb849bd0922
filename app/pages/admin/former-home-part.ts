import { redirect } from 'react-router'
import type { Route } from './+types/former-home-part.ts'

/** Facts, host and questions had pages of their own. They are sections of the home’s page. */
export function loader({ params: { slug }, url }: Route.LoaderArgs) {
  throw redirect(`/admin/homes/${slug}/page#${url.pathname.split('/').at(-1)}`, 301)
}
