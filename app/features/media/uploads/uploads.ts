import Uppy, { type UppyEventMap } from '@uppy/core'
import type { UploadMeta } from './upload-fields.ts'
import { isFinal, wordsOf } from './xhr-options.ts'

export type Answer = { url: string }
type Events = UppyEventMap<UploadMeta, Answer>
type Notice = Parameters<Uppy<UploadMeta, Answer>['info']>
type Shown = ReturnType<Uppy<UploadMeta, Answer>['getState']>['info'][number]

const MESSAGE_MS = 5_000

/**
 * Uppy removes the oldest message when any message expires, and one without a time limit ("No Internet connection") at
 * once. Here each message has its own timer. The reason of an error is in the message, not behind a question mark that
 * only works with a mouse. What needs somebody stays until the next attempt: a stall, and a file that is refused.
 */
export class Uploads extends Uppy<UploadMeta, Answer> {
  /** Whether a file of this upload was refused, and is no longer in the list. */
  hasRefused = false
  readonly #requests = new Map<string, XMLHttpRequest>()
  readonly #stalled = new WeakSet<XMLHttpRequest>()
  #staying: Shown[] = []
  #stays = false

  /** The request that sends these files now. */
  watch = (request: XMLHttpRequest, files: readonly { id: string }[]) => {
    for (const { id } of files) this.#requests.set(id, request)
  }

  /** Whether a request was ended because nothing happened. */
  isStalled = (request: XMLHttpRequest) => this.#stalled.has(request)

  override info(...[message, type = 'info', duration = MESSAGE_MS]: Notice) {
    const text = typeof message === 'string' ? message : message.message
    const details = typeof message === 'string' ? '' : (message.details ?? '')
    const full = details ? `${text}${text.endsWith('.') ? '' : ':'} ${details}` : text
    const notice = { type, message: full, details: null }
    this.setState({ info: [...this.getState().info, notice] })
    if (this.#stays) this.#staying.push(notice)
    else if (duration > 0) setTimeout(() => this.#remove((other) => other === notice), duration)
    this.emit('info-visible')
  }

  override updateOnlineStatus() {
    const opposite = [this.i18n('noInternetConnection'), this.i18n('connectedToInternet')]
    this.#remove(({ message }) => opposite.includes(message))
    super.updateOnlineStatus()
  }

  override emit<Name extends keyof Events>(event: Name, ...args: Parameters<Events[Name]>) {
    if (event === 'upload' || event === 'files-added') this.#leave()
    if (event === 'upload') this.hasRefused = false
    if (event === 'upload-stalled') return this.#stall(...(args as unknown as Parameters<Events['upload-stalled']>))
    if (event === 'upload-error') return this.#fail(...(args as unknown as Parameters<Events['upload-error']>))
    super.emit(event, ...args)
  }

  /** Sent again by its own button, a file is a whole upload, too. */
  override async retryUpload(id: string) {
    const result = await super.retryUpload(id)
    if (result) this.emit('complete', result)
    return result
  }

  /** Says so, and ends the requests, which would go on without an end. */
  #stall(...[error, files]: Parameters<Events['upload-stalled']>) {
    this.#stayWhile(() => super.emit('upload-stalled', error, files))
    for (const { id } of files) {
      const request = this.#requests.get(id)
      if (!request) continue
      this.#stalled.add(request)
      request.abort()
      request.dispatchEvent(new ProgressEvent('error'))
      this.setFileState(id, { error: error.message })
      this.setState({ error: error.message })
    }
  }

  #fail(...[file, error, response]: Parameters<Events['upload-error']>) {
    const request = file && this.#requests.get(file.id)
    if (file && request && this.#stalled.has(request)) return
    const status = request?.status ?? 0
    const told = status < 300 ? { name: error.name, message: wordsOf(status) } : error
    if (!file || !isFinal(status)) return super.emit('upload-error', file, told, response)
    this.#stayWhile(() => super.emit('upload-error', file, told, response))
    this.hasRefused = true
    this.removeFile(file.id)
    if (!this.getFiles().some((other) => other.error)) this.setState({ error: null })
  }

  #stayWhile(say: () => void) {
    this.#stays = true
    say()
    this.#stays = false
  }

  #leave() {
    const left = this.#staying
    this.#staying = []
    this.#remove((notice) => left.includes(notice as Shown))
  }

  #remove(isDone: (notice: { message: string }) => boolean) {
    const { info } = this.getState()
    if (!info.some(isDone)) return
    this.setState({ info: info.filter((notice) => !isDone(notice)) })
    this.emit('info-hidden')
  }
}
