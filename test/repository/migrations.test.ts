import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

const FUNCTION = /create (?:or replace )?function[^;]*?(\$\w*\$)[\s\S]*?\1/gi
const STATEMENT = new RegExp(
  [
    String.raw`\bset constraints all (?<ran>immediate)`,
    String.raw`\balter table (?<quiet>\w+) disable trigger (?:user|all)\b`,
    String.raw`\balter table (?<from>\w+) rename to (?<to>\w+)`,
    String.raw`\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?(?<written>\w+)`,
    String.raw`\bcreate constraint trigger\b[^;]*?\bon (?<deferred>%I|\w+)[\s']+deferrable initially deferred`,
    String.raw`\b(?:create|alter) table (?<referring>\w+)\b[^;]*?\bdeferrable initially deferred`,
    String.raw`\b(?:alter|drop|truncate) table\s+(?:if exists\s+)?(?:only\s+)?(?<altered>\w+)`,
    String.raw`\bcreate (?:unique )?index\s+(?:if not exists\s+)?\w*\s*on\s+(?<indexed>\w+)`,
  ].join('|'),
  'gi',
)

/**
 * The tables that change after a write whose deferred triggers still wait. With rows, the database refuses that.
 * Files are read in order, because `deferred` collects the tables that have such triggers.
 */
function findRefused(sql: string, deferred: Set<string>): string[] {
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(FUNCTION, '')
  const quiet = new Set<string>()
  const waiting = new Set<string>()
  const refused: string[] = []
  for (const { index, groups = {} } of text.matchAll(STATEMENT)) {
    const changed = groups.quiet ?? groups.from ?? groups.referring ?? groups.altered ?? groups.indexed
    if (changed && waiting.has(changed)) refused.push(changed)
    if (groups.ran) waiting.clear()
    if (groups.quiet) quiet.add(groups.quiet)
    if (groups.from && groups.to && deferred.has(groups.from)) deferred.add(groups.to)
    if (groups.referring) deferred.add(groups.referring)
    if (groups.deferred) for (const table of tablesOf(groups.deferred, text.slice(0, index))) deferred.add(table)
    if (groups.written && deferred.has(groups.written) && !quiet.has(groups.written)) waiting.add(groups.written)
  }
  return refused
}

/** A trigger that a loop creates is on each table of the list before it. */
function tablesOf(name: string, before: string): string[] {
  if (name !== '%I') return [name]
  const list = before.slice(before.lastIndexOf('array['))
  return [...list.slice(0, list.indexOf(']')).matchAll(/'(\w+)'/g)].flatMap(([, table]) => table ?? [])
}

test('no migration changes a table whose deferred triggers still wait, as they do on a filled site', () => {
  const deferred = new Set<string>()
  const files = listFiles().filter((file) => file.startsWith('db/migrations/'))
  const refused = files.flatMap((file) => findRefused(readText(file), deferred).map((table) => `${file}: ${table}`))
  expect([...deferred].sort()).toEqual(
    expect.arrayContaining(['audit', 'bookings', 'campaigns', 'fees', 'ledger', 'night_overrides', 'occupancies']),
  )
  expect(refused).toEqual([])
})

test.each([
  ['update site set brand = brand; alter table site add column logo text;', ['site']],
  ["insert into site (brand) values ('Inn');\n-- Later.\nalter table site drop column logo;", ['site']],
  ['delete from site; create index site_brand on site (brand);', ['site']],
  ['update site set brand = brand; drop table site;', ['site']],
  ['alter table site add column logo text; update site set logo = brand;', []],
  ['update site set brand = brand; set constraints all immediate; alter table site add column logo text;', []],
  ['alter table site disable trigger user; update site set brand = brand; alter table site enable trigger user;', []],
  [
    'create function f() returns void language sql as $$ update site set brand = brand $$; alter table site add column a int;',
    [],
  ],
  ['update cabins set name = name; alter table cabins add column logo text;', []],
])('a change behind a write is found: %s', (sql, refused) => {
  const deferred = new Set<string>()
  findRefused(
    'create constraint trigger changed after update on site deferrable initially deferred for each row execute function f();',
    deferred,
  )
  expect(findRefused(sql, deferred)).toEqual(refused)
})
