/** Exported functions of the site that set what belongs to the whole process. */
export const SET_BY = ['openDataFolder', 'openServices', 'restoreBackup', 'stopGracefully']

/** Its own calls: Node refuses most of them in a thread, and a thread receives no signal. */
const CALLS = /\bprocess\.(?:(?:abort|chdir|initgroups|set(?:e?[gu]id|groups)|umask)\b|(?:on|once)\('SIG)/

/** Whether code sets what belongs to the whole process, itself or by such a function. */
export const needsOwnProcess = (code: string): boolean =>
  CALLS.test(code) || SET_BY.some((name) => new RegExp(`(?<!function )\\b${name}\\(`).test(code))
