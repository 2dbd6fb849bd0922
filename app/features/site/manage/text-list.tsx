import { Link } from 'react-router'
import { Card } from '#app/ui/dashboard/card.tsx'

/** Texts that operators write, each with its page and how far it has come. */
export function TextList({ texts }: { texts: { path: string; title: string; standing: string }[] }) {
  if (texts.length === 0) return <p className="text-muted">Nothing is written yet.</p>
  return (
    <Card>
      <ul className="admin-list">
        {texts.map(({ path, title, standing }) => (
          <li key={path}>
            <p className="admin-task-title">
              <Link to={path} className="admin-row-link">
                {title}
              </Link>
            </p>
            <p className="admin-detail">{standing}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
