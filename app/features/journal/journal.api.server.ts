import type { OpenAPIHono } from '@hono/zod-openapi'
import { etag } from 'hono/etag'
import { markdownAbroad } from '#app/features/site/markdown.server.ts'
import { getSite } from '#app/features/site/site.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { getPost, listPosts } from './journal.server.ts'
import { FEED_PATH, feedTitle } from './journal.ts'

/** A feed reader asks again and again, so it gets the newest posts only. */
const MOST_ENTRIES = 20

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Characters that XML 1.0 has no place for, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu

const escaped = (text: string) => text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

/** The journal as an Atom feed (RFC 4287) at `/journal.atom`. There is none while there is no post. */
export function journalApi(services: Services): OpenAPIHono {
  const { siteUrl } = services.config
  const api = apiApp()
  api.get(FEED_PATH, etag(), async (context) => {
    const [{ brand }, listed] = await Promise.all([getSite(services), listPosts(services)])
    const found = listed.slice(0, MOST_ENTRIES).map(({ slug }) => getPost(services, { slug }))
    const posts = (await Promise.all(found)).flatMap((post) => post ?? [])
    if (posts.length === 0) return context.notFound()
    const updated = new Date(Math.max(...posts.map(({ changedAt }) => changedAt.getTime())))
    const entries = posts.map((post) => entryOf(post, siteUrl))
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">
  <id>${escaped(`${siteUrl}/journal`)}</id>
  <title>${escaped(feedTitle(brand))}</title>
  <updated>${updated.toISOString()}</updated>
  <link rel="alternate" type="text/html" href="${escaped(`${siteUrl}/journal`)}"/>
  <link rel="self" type="application/atom+xml" href="${escaped(siteUrl + FEED_PATH)}"/>
${entries.join('\n')}
</feed>
`
    return context.body(body, 200, { 'content-type': 'application/atom+xml; charset=utf-8' })
  })
  return api
}

type Entry = NonNullable<Awaited<ReturnType<typeof getPost>>>

function entryOf(post: Entry, siteUrl: string): string {
  const address = escaped(siteUrl + post.path)
  const terms = [post.category, ...post.tags].filter(Boolean)
  return `  <entry>
    <id>${address}</id>
    <title>${escaped(post.title)}</title>
    <link rel="alternate" type="text/html" href="${address}"/>
    <published>${post.publishedAt.toISOString()}</published>
    <updated>${post.changedAt.toISOString()}</updated>
    <author><name>${escaped(post.author)}</name></author>
${terms.map((term) => `    <category term="${escaped(term)}"/>\n`).join('')}    <summary>${escaped(post.excerpt)}</summary>
    <content type="html">${escaped(markdownAbroad(post.content, siteUrl))}</content>
  </entry>`
}
