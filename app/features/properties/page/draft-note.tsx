import './draft-note.css'

/** Says on the page of a draft that only operators see it. */
export default function DraftNote({ slug }: { slug: string }) {
  return (
    <p className="draft-note">
      This home is a draft. Only you see this page. <a href={`/admin/homes/${slug}`}>What’s left to do</a>
    </p>
  )
}
