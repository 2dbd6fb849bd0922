import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Posted } from '#app/platform/change/change.server.ts'
import { unnamedChange } from '#app/platform/change/define.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { FIELDS, type ImportKind, LEAVE_OUT, PLATFORM_CHOICES, recognizeColumns, recognizePlatform } from './columns.ts'
import { importFiles } from './import.tables.server.ts'
import { findFile, listImportProperties } from './import-file.server.ts'
import { FILE_GONE } from './import-page.ts'
import { decodeText, MOST_BYTES, parseTable } from './read-csv.server.ts'

const NO_PROPERTY = 'Please choose a home'
const slug = boundedText(200, NO_PROPERTY)
const kind = z.enum(['bookings', 'prices'], { error: 'Please choose what is in the file' })

const uploadForm = z.object({
  kind,
  property: slug.default(''),
  // Without a choice, browsers send a file without a name.
  file: z
    .instanceof(File, { error: 'Please choose a file' })
    .refine(({ name }) => name !== '', 'Please choose a file')
    .refine(({ size }) => size <= MOST_BYTES, 'A file can have up to 5 MB. Export a shorter period.'),
})

const columnsForm = z
  .object({
    columns: z.array(boundedText(20)).max(100),
    property: slug.default(''),
    properties: z
      .array(z.object({ named: boundedText(500), slug: slug.default('') }))
      .max(50)
      .default([]),
    order: z.enum(['', 'month', 'day']).default(''),
    unstated: z.enum(['none', 'all']).default('none'),
    platform: z.enum(['', ...PLATFORM_CHOICES]).default(''),
  })
  .check(({ value: { columns }, issues }) => {
    for (const [at, column] of columns.entries()) {
      if (column === '' || columns.indexOf(column) === at) continue
      issues.push({ code: 'custom', path: ['columns', at], message: 'Another column is this already', input: column })
    }
  })

export const fileUploadChanges = {
  upload: unnamedChange('The file only waits to be looked at. What is imported from it has a name.', {
    scope: 'site:write',
    form: uploadForm,
    run: async ({ services: { db, clock, log } }, { kind: of, property, file }) => {
      const read = decodeText(new Uint8Array(await file.arrayBuffer()))
      if (!read.ok) return refuse('unreadable-file', '', { file: read.message })
      const table = await parseTable(read.text)
      if (!table.ok) return refuse('unreadable-file', '', { file: table.message })
      const parsed = { header: table.header, rows: table.rows }
      const now = clock.now()
      const properties = await listImportProperties(db, now)
      const [only] = properties
      const isKnown = property === '' || properties.some((one) => one.slug === property)
      if (!isKnown || !only) return refuse('refused', '', { property: NO_PROPERTY })
      const columns = recognizeColumns(of, table.header)
      const platform = recognizePlatform(table.header)
      const ofAll = property === '' && properties.length === 1 ? only.slug : property
      const choices = { columns, property: ofAll, properties: {}, order: '', unstated: 'none', platform } as const
      const values = { kind: of, name: file.name.slice(0, 200), parsed, choices, createdAt: now }
      const [stored] = await db.insert(importFiles).values(values).returning({ id: importFiles.id })
      log.info({ event: 'import.uploaded', kind: of, rows: table.rows.length }, 'a file to import was uploaded')
      return { ok: true, to: `/admin/import/${stored?.id}` }
    },
  }),
}

export const fileChanges = {
  columns: unnamedChange('It only decides how the file is shown.', {
    scope: 'site:write',
    form: columnsForm,
    run: async (posted: Posted, { properties: named, columns, ...choices }) => {
      const { db, clock } = posted.services
      const file = await findFile(db, posted)
      if (!file) return refuse('not-found', FILE_GONE)
      const slugs = (await listImportProperties(db, clock.now())).map((property) => property.slug)
      if (choices.property && !slugs.includes(choices.property)) return refuse('refused', '', { property: NO_PROPERTY })
      const fields = FIELDS[file.kind satisfies ImportKind]
      const known = columns.map((column) => (Object.hasOwn(fields, column) ? column : ''))
      // A home that is not chosen stays unknown; one that is left out is chosen as such.
      const chosen = named.filter(({ slug: to }) => to === LEAVE_OUT || slugs.includes(to))
      const properties = Object.fromEntries(
        chosen.map(({ named: name, slug: to }) => [name, to === LEAVE_OUT ? '' : to]),
      )
      await db
        .update(importFiles)
        .set({ choices: { ...choices, columns: known, properties } })
        .where(eq(importFiles.id, file.id))
      return { ok: true }
    },
  }),
  discard: unnamedChange('Nothing was imported from it.', {
    scope: 'site:write',
    form: z.object({}),
    run: async (posted: Posted) => {
      const file = await findFile(posted.services.db, posted)
      if (file) await posted.services.db.delete(importFiles).where(eq(importFiles.id, file.id))
      return { ok: true, to: '/admin/import' }
    },
  }),
}
