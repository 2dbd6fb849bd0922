const BROWSERS: [pattern: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (names: typeof BROWSERS, text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/** A browser and its system in words, such as `Firefox on Linux`, from its `User-Agent`. */
export function browserName(userAgent: string | null): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent ?? ''), nameIn(SYSTEMS, userAgent ?? '')]
  if (!browser && !system) return 'An unknown browser'
  return [browser ?? 'A browser', system && `on ${system}`].filter(Boolean).join(' ')
}
