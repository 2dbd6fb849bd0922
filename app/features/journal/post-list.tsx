import { Link } from 'react-router'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { LG, MD } from '#app/shared/breakpoints.ts'
import type { PostCard } from './journal.ts'
import { PostDay } from './post-day.tsx'

/** Posts, the first one large. The whole card is a link. */
export function PostList({ posts }: { posts: PostCard[] }) {
  return (
    <ul className="post-list">
      {posts.map((post, at) => (
        <li key={post.slug} className="post-card link-card">
          {post.image && (
            <ResponsiveImage
              image={{ ...post.image, alt: '' }}
              sizes={at === 0 ? `${LG} 48rem, 92vw` : `${LG} 24rem, ${MD} 44vw, 92vw`}
              priority={at === 0}
            />
          )}
          <div>
            <PostDay {...post} />
            <h2 className={at === 0 ? 'heading-section' : 'heading-small'}>
              <Link to={post.path} prefetch="intent" viewTransition>
                {post.title}
              </Link>
            </h2>
            <p>{post.excerpt}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
