import { elementsOf, tagsOf, textOf } from '../served-html.ts'

export type Metadata = Record<string, string[]> & { schemas: string[] }

/** The metadata of served HTML, by name. Each is a list, so that duplicates show. */
export function metadataOf(html: string): Metadata {
  const [, head = ''] = /<head>([\s\S]*?)<\/head>/.exec(html) ?? []
  const metadata: Metadata = { title: elementsOf(head, 'title').map(textOf), schemas: [] }
  const add = (name: string, value = '') => {
    metadata[name] = [...(metadata[name] ?? []), value]
  }
  for (const { name, property = '', content } of tagsOf(head, 'meta')) {
    const key = name ?? property
    if (key && key !== 'viewport' && key !== 'theme-color') add(key, content)
  }
  for (const { rel, href } of tagsOf(html, 'link')) if (rel === 'canonical') add('canonical', href)
  const schemas = elementsOf(html, 'script', 'type="application/ld+json"')
  metadata.schemas = schemas.map((schema) => JSON.stringify(JSON.parse(schema)))
  return metadata
}
