import { createLogger, type Logger } from 'vite'

const KNOWN = ["'scroll-button' is not recognized", 'PLUGIN_TIMINGS']

/**
 * Logs without the warnings about CSS that browsers know and the minifier does not yet. It keeps that CSS as it is. Also
 * without those about plugins that were slow on this machine.
 */
export function withoutKnownWarnings(): Logger {
  const logger = createLogger('warn')
  const { warn } = logger
  logger.warn = (message, options) => {
    if (!KNOWN.some((known) => message.includes(known))) warn(message, options)
  }
  return logger
}
