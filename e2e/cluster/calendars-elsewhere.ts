import net from 'node:net'

/**
 * Loaded before a site starts (`--import`). Connections to `calendars.example` lead to the port `CALENDARS_PORT` of this
 * machine. A live site never reads calendars of its own machine.
 */
const { connect } = net.Socket.prototype

net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]) {
  // Node passes its own arguments as one list.
  const [options] = [given[0]].flat() as { host?: string; port?: unknown; lookup?: unknown }[]
  if (options?.host === 'calendars.example') {
    Object.assign(options, { host: '127.0.0.1', port: process.env.CALENDARS_PORT, lookup: undefined })
  }
  return Reflect.apply(connect, this, given)
} as typeof connect
