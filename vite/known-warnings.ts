import { createLogger, type Logger } from 'vite'

/** Logs without the warnings about CSS that browsers know and the minifier does not yet. It keeps that CSS as it is. */
export function withoutKnownWarnings(): Logger {
  const logger = createLogger('warn')
  const { warn } = logger
  logger.warn = (message, options) => {
    if (!message.includes("'scroll-button' is not recognized")) warn(message, options)
  }
  return logger
}
