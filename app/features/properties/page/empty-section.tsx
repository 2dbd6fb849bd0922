import './draft-note.css'

/** Stands for an empty section on the page of a draft, with the way to its form. */
export default function EmptySection({ title, path }: { title: string; path: string }) {
  return (
    <a href={path} className="empty-section">
      <strong>{title}</strong>
      <span>Nothing yet. Fill it in</span>
    </a>
  )
}
