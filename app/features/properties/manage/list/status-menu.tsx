import { useLocation } from 'react-router'
import { PROPERTY_STATUSES, type PropertyStatus, STATUS_WORDS } from '#app/features/properties/property-status.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { unchangedPath } from '#app/shared/paths/changed-path.ts'
import { MoreMenu } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { propertyRowChanges } from './property-row.changes.server.ts'
import './status-menu.css'

type Props = { property: { slug: string; status: PropertyStatus; versions: { status: string } } }

/** The status of a home for guests, and the others to change it to. What must be asked first, its overview asks. */
export function StatusMenu({ property: { slug, status, versions } }: Props) {
  const may = useMay()
  const { pathname, search } = useLocation()
  const label = (
    <span className="property-status" data-status={status}>
      {STATUS_WORDS[status].label}
    </span>
  )
  if (!may('content:write')) return label
  const back = new URLSearchParams({ to: unchangedPath(pathname + search) })
  return (
    <MoreMenu label={label}>
      {PROPERTY_STATUSES.filter((other) => other !== status).map((other) => (
        <li key={other}>
          <ChangeButton<typeof propertyRowChanges>
            intent="status"
            version={versions.status}
            value={{ status: other }}
            action={`/admin/homes/${slug}?${back}`}
            variant="quiet"
          >
            {STATUS_WORDS[other].label}
            <small>{STATUS_WORDS[other].meaning}</small>
          </ChangeButton>
        </li>
      ))}
    </MoreMenu>
  )
}
