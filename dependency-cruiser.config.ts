import { readdirSync, readFileSync } from 'node:fs'
import type { IConfiguration, ICruiseOptions, IRegularForbiddenRuleType } from 'dependency-cruiser'

/** What each kind of file may import beside files of its own kind, type-only imports included. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  server: [
    'all-features',
    'all-tables',
    'tables',
    'api',
    'jobs',
    'feature.server',
    'feature',
    'content',
    'platform',
    'shared',
  ],
  entry: ['page', 'shell', 'feature', 'feature.server', 'ui', 'shared', 'platform'],
  page: ['shell', 'feature', 'feature.server', 'ui', 'shared', 'platform'],
  shell: ['page', 'feature', 'feature.server', 'ui', 'shared', 'platform'],
  content: ['tables', 'feature', 'feature.server', 'platform', 'shared'],
  api: ['tables', 'feature.server', 'feature', 'platform', 'shared'],
  jobs: ['tables', 'feature.server', 'feature', 'platform', 'shared'],
  // Of the features, only the back office reads them all.
  'feature.server': ['all-features', 'all-tables', 'tables', 'feature', 'mail', 'platform', 'shared'],
  mail: ['feature', 'outbox', 'shared'],
  // What the site does with all features.
  'all-features': ['definition'],
  definition: ['api', 'jobs', 'changes', 'feature.server', 'feature', 'platform'],
  tables: ['feature', 'platform', 'shared'],
  'all-tables': ['tables', 'platform'],
  // A form takes the names of its fields from the type of its change.
  feature: ['changes', 'ui', 'shared'],
  platform: ['shared'],
  ui: ['shared'],
  shared: [],
}

const FEATURES = 'app/features'

/** The names in a list of a feature's definition. Its modules cannot be loaded here. */
function named(feature: string, list: 'uses' | 'reads'): string[] {
  const definition = readFileSync(`${FEATURES}/${feature}/${feature}.feature.server.ts`, 'utf8')
  const [, names = ''] = new RegExp(`^  ${list}: \\[([^\\]]*)\\]`, 'm').exec(definition) ?? []
  return [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}

const OF_EVERY_STAY = ['media', 'site', 'properties', 'pricing', 'availability', 'bookings']
/** What no definition says. */
const UNDEFINED: Record<string, string[]> = {
  // What operators do with a feature may need others that the feature itself may not use.
  manage: [
    ...OF_EVERY_STAY,
    ...['guest-messages', 'reviews', 'turnovers', 'calendar-sync', 'channels', 'giveaway', 'newsletter', 'journal'],
    ...['operators', 'privacy', 'webhooks'],
  ],
  reports: [...OF_EVERY_STAY, 'manage'],
  'back-office': [
    'all-features',
    ...OF_EVERY_STAY,
    ...['guest-messages', 'reviews', 'turnovers', 'calendar-sync', 'giveaway', 'journal', 'manage'],
    ...['operators', 'calendar-board', 'inbox', 'import', 'lodging-tax', 'owners', 'payouts', 'bookkeeping', 'set-up'],
  ],
}
const FOLDERS = readdirSync(FEATURES).filter((name) => !name.includes('.') && !(name in UNDEFINED))
/** Which features a feature may use; never their HTTP, jobs or mail. */
export const ALLOWED_FEATURES: Record<string, string[]> = {
  ...Object.fromEntries(FOLDERS.map((name) => [name, named(name, 'uses')])),
  ...UNDEFINED,
}
/** Whose tables a feature reads besides those of the features that it may use. */
export const TABLES_READ: Record<string, string[]> = {
  ...Object.fromEntries(FOLDERS.map((name) => [name, named(name, 'reads')])),
  manage: ['owners'],
  reports: ['import'],
  'back-office': ['contact', 'host-inquiries'],
}

/** What a file is follows from its place and name. */
const KINDS: Record<string, string> = {
  server: '^server/',
  content: '^content/',
  entry: '^app/[^/]+$',
  page: '^app/pages/',
  shell: '^app/shell/',
  ui: '^app/ui/',
  platform: '^app/platform/',
  outbox: '^app/platform/mail/',
  shared: '^app/shared/',
  'all-features': '^app/features/all-features[.]server[.]ts$',
  'all-tables': '^app/features/all-tables[.]server[.]ts$',
  tables: '^app/(?:features|platform)/.+[.]tables[.]server[.]ts$',
  definition: '^app/features/.+[.]feature[.]server[.]ts$',
  api: '^app/features/.+[.]api[.]server[.]tsx?$',
  jobs: '^app/features/.+[.]jobs[.]server[.]tsx?$',
  mail: '^app/features/.+[.]mail[.]tsx$',
  changes: '^app/features/.+[.]changes[.]server[.]ts$',
  'feature.server': '^app/features/.+(?<!/all-features|[.]api|[.]feature|[.]jobs)[.]server[.]tsx?$',
  feature: '^app/features/.+(?<![.]server|[.]mail)[.]tsx?$',
}

const CODE = '[.]m?[jt]sx?$'
const error = (name: string, from: IRegularForbiddenRuleType['from'], to: IRegularForbiddenRuleType['to']) => ({
  name,
  severity: 'error' as const,
  from,
  to,
})
const features = Object.keys(ALLOWED_FEATURES)
const tablesOf = (feature: string) =>
  feature === 'all-tables' ? (KINDS[feature] ?? '') : `^app/features/${feature}/.+[.]tables[.]server[.]ts$`
/** `manage` is the folder of that name in each feature. */
const folderOf = (feature: string) =>
  `^app/features/${{ manage: '[^/]+/manage/', 'all-features': 'all-features[.]' }[feature] ?? `${feature}/(?!manage/)`}`

export const forbidden = [
  ...Object.entries(ALLOWED_IMPORTS).map(([kind, allowed]) =>
    error(
      `${kind} -> ${allowed.join(', ') || 'nothing'}`,
      { path: KINDS[kind] ?? '' },
      { path: `^(?!node_modules/).+${CODE}`, pathNot: [kind, ...allowed].map((name) => KINDS[name] ?? '') },
    ),
  ),
  ...Object.entries(ALLOWED_FEATURES).map(([feature, allowed]) =>
    error(
      `feature ${feature} -> ${allowed.join(', ') || 'no other feature'}`,
      // The tables of all features refer to each other.
      { path: folderOf(feature), pathNot: [KINDS.definition ?? '', KINDS.tables ?? ''] },
      {
        path: '^app/features/',
        pathNot: [...[feature, ...allowed].map(folderOf), ...(TABLES_READ[feature] ?? []).map(tablesOf)],
      },
    ),
  ),
  error(
    'no HTTP or jobs of another feature',
    { path: '^app/features/([^/]+)/' },
    { path: `${KINDS.api}|${KINDS.jobs}`, pathNot: '^app/features/$1/' },
  ),
  // The operator's own words go into the emails of a booking.
  error(
    'no mail of another feature',
    { path: '^app/features/(?!guest-messages/)([^/]+)/' },
    { path: KINDS.mail ?? '', pathNot: '^app/features/$1/' },
  ),
  error(
    'a definition is of its own feature',
    { path: `^app/features/([^/]+)/.+[.]feature[.]server[.]ts$` },
    { path: '^app/features/', pathNot: '^app/features/$1/' },
  ),
  error(
    'every feature has its line',
    { path: `^app/features/[^/]+/`, pathNot: `^app/features/(?:${features.join('|')})/` },
    {},
  ),
  error('every file has a place', { path: '^app/', pathNot: [...Object.values(KINDS), '^app/features/'] }, {}),
  error('every import leads to a file', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
  error('no file is part of a cycle', {}, { circular: true }),
]

export const options = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: 'node_modules',
  // Tests take from everywhere; the last two are written by the build.
  exclude: '[.](?:test|contract)[.]tsx?$|/[+]types/|/build/',
  enhancedResolveOptions: {
    extensions: ['.json'],
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default'],
  },
} satisfies ICruiseOptions

export default { forbidden, options } satisfies IConfiguration
