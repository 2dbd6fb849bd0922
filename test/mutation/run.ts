import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { RULES, type Rule } from './rules.ts'

/**
 * Mutation tests: Stryker changes a rule in many small ways, and for each the tests beside the rule must fail. Arguments
 * are names of rules; without any, all of them run. A later run tries only what has changed since.
 */
const root = path.resolve(import.meta.dirname, '../..')
const bin = path.join(root, 'node_modules/.bin')
// Below the packages of the site, so that it finds Vitest, and outside of what other tools read.
const tools = path.join(root, 'node_modules/.mutation-tests')
const results = path.join(root, 'test-results/mutation')

type Report = { files: Record<string, { mutants: { status: string }[] }> }

function run(
  program: string,
  args: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const PATH = `${bin}${path.delimiter}${process.env.PATH}`
  const { status, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env, PATH },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error) throw error
  return status ?? 1
}

/** Installs Stryker, unless what its lock file names is there. */
function installStryker() {
  const wanted = readFileSync(path.join(import.meta.dirname, 'stryker/package-lock.json'), 'utf8')
  const installed = path.join(tools, 'package-lock.json')
  const isThere = existsSync(path.join(tools, 'node_modules')) && readFileSync(installed, 'utf8') === wanted
  if (isThere) return
  mkdirSync(tools, { recursive: true })
  cpSync(path.join(import.meta.dirname, 'stryker'), tools, { recursive: true })
  // Vitest is a package of the site.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
  if (run('npm', ['ci', ...options], { cwd: tools }) !== 0) throw new Error('Stryker could not be installed')
}

const optionsOf = (name: string, { files }: Rule) => ({
  mutate: files,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  incremental: true,
  incrementalFile: path.join(results, `${name}.incremental.json`),
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: path.join(results, `${name}.json`) },
  tempDirName: 'test-results/mutation/copy',
  ignorePatterns: ['**', '!{app,content,test}/**', '!{package,tsconfig}.json'],
  // A busy machine is slow, and that kills no mutant.
  timeoutMS: 15_000,
  // TypeScript 7 has no function to read its configuration with, and Stryker asks for it if this file exists.
  tsconfigFile: 'no-tsconfig.json',
  disableTypeChecks: false,
})

/** The score in percent, and how many mutants of each status there are. */
function scoreOf(name: string) {
  const { files } = JSON.parse(readFileSync(path.join(results, `${name}.json`), 'utf8')) as Report
  const mutants = Object.values(files).flatMap((file) => file.mutants)
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
  const [killed, survived] = [count('Killed', 'Timeout'), count('Survived', 'NoCoverage')]
  return { killed, survived, score: Math.floor((1000 * killed) / (killed + survived)) / 10 }
}

function tryRule(name: string, rule: Rule): { line: string; isLow: boolean } {
  const config = path.join(results, `${name}.config.json`)
  writeFileSync(config, JSON.stringify(optionsOf(name, rule), null, 2))
  const stryker = path.join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const failed = run('node', [stryker, 'run', config], { env: { MUTATION_TESTS: rule.tests.join(' ') } })
  if (failed) return { line: `${name}: Stryker failed`, isLow: true }
  const { killed, survived, score } = scoreOf(name)
  const line = `${name}: ${killed} killed, ${survived} survived, ${score}% (at least ${rule.least}%)`
  return { line, isLow: score < rule.least }
}

const names = process.argv.slice(2)
const chosen = Object.entries<Rule>(RULES).filter(([name]) => names.length === 0 || names.includes(name))
if (chosen.length === 0) throw new Error(`The rules are: ${Object.keys(RULES).join(', ')}`)
installStryker()
mkdirSync(results, { recursive: true })
const outcomes = chosen.map(([name, rule]) => tryRule(name, rule))
process.stdout.write(`\n${outcomes.map(({ line }) => line).join('\n')}\n`)
process.exit(outcomes.some(({ isLow }) => isLow) ? 1 : 0)
