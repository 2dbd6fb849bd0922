import type { PostCard } from './journal.ts'

/** The day on which a post was published, and its category. */
export function PostDay({ on, day, category }: Pick<PostCard, 'on' | 'day' | 'category'>) {
  return (
    <p className="text-sm text-muted">
      <time dateTime={on}>{day}</time>
      {category && ` · ${category}`}
    </p>
  )
}
