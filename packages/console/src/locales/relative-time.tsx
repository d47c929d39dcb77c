import { useDeferredValue } from 'react'
import { useFormats } from './context.tsx'

interface RelativeTimeProps {
  date: string
  className?: string
  /** Puts the time into a sentence. */
  write?: (time: string) => string
}

/** Whether the browser has read what it knows about languages, which it does for the first format that a page uses. */
let isRead = false

/**
 * "2 days ago". The first format of a page takes a slow computer more than a tenth of a second: it follows what it stands
 * beside, so that nobody waits for it.
 */
export function RelativeTime({ date, className, write = (time) => time }: RelativeTimeProps) {
  const { relativeTime } = useFormats()
  const shown = useDeferredValue<string | undefined>(date, isRead ? date : undefined)
  let text = '\u00A0'
  if (shown !== undefined) {
    text = write(relativeTime(shown))
    isRead = true
  }
  return (
    <time className={className} dateTime={date}>
      {text}
    </time>
  )
}
