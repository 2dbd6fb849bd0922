const IN_ADDRESS = /\+([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})@/

/** The address that a person answers to: the mailbox's, with the conversation after a plus sign (RFC 5233). */
export function replyAddressOf(mailbox: string, conversation: string): string {
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${conversation.replaceAll('-', '')}${mailbox.slice(at)}`
}

/** The conversation in such an address, or null. */
export function conversationIn(address: string): string | null {
  const parts = IN_ADDRESS.exec(address)
  return parts?.slice(1).join('-') ?? null
}
