export const CHANNELS = ['facebook', 'x', 'email', 'copy_link'] as const
export type Channel = (typeof CHANNELS)[number]

/** The label of a channel on its button and in a sentence. `open` channels need no account. */
export const CHANNEL_NAMES: Record<Channel, { label: string; phrase: string; open: boolean }> = {
  facebook: { label: 'Facebook', phrase: 'on Facebook', open: false },
  x: { label: 'X', phrase: 'on X', open: false },
  email: { label: 'Email', phrase: 'by email', open: true },
  copy_link: { label: 'Copy Link', phrase: 'by copying the link', open: true },
}
