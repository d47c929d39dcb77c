import { useState } from 'react'
import { describeError } from '../../../app/load-failure.tsx'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { check, copy, triangleExclamation } from '../../../ui/icon-paths.ts'
import { Notice } from '../../../ui/states.tsx'
import type { LiveClosing } from './live-connection.ts'

/** Why nobody writes here any more, and the text that was not sent. */
export function ClosedNotice({ closing: { reason, error, markdown } }: { closing: LiveClosing }) {
  const words = useWritingWords()
  const { common, writing } = words
  const [isCopied, setCopied] = useState(false)
  const copyText = async (): Promise<void> => {
    await navigator.clipboard.writeText(markdown ?? '')
    setCopied(true)
  }
  return (
    <Notice
      title={reason === 'refused' ? writing.closedRefused : writing.closed[reason]}
      look="warning"
      icon={triangleExclamation}
      actions={
        markdown === undefined ? undefined : (
          <Button
            icon={isCopied ? check : copy}
            label={isCopied ? common.copied : common.copy}
            onPress={() => void copyText()}
          />
        )
      }
    >
      {reason === 'refused' && error !== undefined && <p>{describeError(error, words)}</p>}
      {markdown !== undefined && (
        <>
          <p>{writing.closedText}</p>
          <pre className="draft-text" tabIndex={0} aria-label={writing.yours}>
            {markdown}
          </pre>
        </>
      )}
    </Notice>
  )
}
