/** Links to the sections of a long page. */
export function PageLinks({ sections }: { sections: Record<string, string> }) {
  return (
    <nav aria-label="On this page" className="page-links">
      {Object.entries(sections).map(([anchor, label]) => (
        <a key={anchor} href={`#${anchor}`}>
          {label}
        </a>
      ))}
    </nav>
  )
}
