import type { Command } from 'commander'
import { processConfig } from '#app/platform/config.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { describeSite } from '../startup/describe-site.ts'
import type { CommandOutcome } from './site-command.ts'

export function addSettingsCommand(line: Command, report: (outcome: CommandOutcome) => void) {
  line
    .command('settings')
    .description('the settings in effect, and where each comes from')
    .action(() => {
      process.stderr.write(`${describeSite(processConfig())}\n`)
      report({ ok: true, message: describeSettings(process.env) })
    })
}

/** A line for each setting: its name, where its value comes from, and the value, with secrets masked. */
export function describeSettings(environment: Record<string, string | undefined>): string {
  const defaults: Record<string, unknown> = settings.parse({})
  const names = Object.keys(settings.shape)
  const width = Math.max(...names.map((name) => name.length))
  const lines = Object.entries(settings.shape).map(([name, schema]) => {
    const given = environment[name]?.trim()
    const value = given || String(defaults[name] ?? '')
    const source = given ? 'environment' : 'default'
    const shown = schema.meta()?.secret ? masked(value) : value
    return `${name.padEnd(width)}  ${(value ? source : 'not set').padEnd(11)}  ${shown}`.trimEnd()
  })
  return lines.join('\n')
}

/** An address without user, password and query, any of which may be secret; of anything else nothing. */
function masked(secret: string): string {
  return secret && (/^[a-z]+:\/\//.test(secret) ? secret.replace(/\/\/.*@/, '//***@').replace(/\?.*/, '?***') : '***')
}
