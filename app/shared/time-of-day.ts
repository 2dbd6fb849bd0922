/** A typed or chosen time (`22:00`, `10 pm`) as guests read it: `10:00 PM`. Null if it is none. */
export function timeOfDay(typed: string): string | null {
  const [, hour = '', minute = '00', half] = /^(\d{1,2})(?::(\d{2}))?\s*([ap]m)?$/i.exec(typed.trim()) ?? []
  const [hours, minutes] = [Number(hour), Number(minute)]
  const isRight = half ? hours >= 1 && hours <= 12 : hours <= 23
  if (hour === '' || !isRight || minutes > 59) return null
  const isLate = half ? half.toLowerCase() === 'pm' : hours >= 12
  return `${hours % 12 || 12}:${minute} ${isLate ? 'PM' : 'AM'}`
}

/** The same as the browser's time field holds it: `22:00`. */
export function timeValue(time: string | undefined): string {
  const [, hour = '', minute = '', half = ''] = /^(\d{1,2}):(\d{2}) ([AP]M)$/.exec(time ?? '') ?? []
  if (hour === '') return ''
  return `${String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minute}`
}
