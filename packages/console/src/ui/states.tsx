import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { circleExclamation, type IconPath } from './icon-paths.ts'

/** How long nothing is shown: what comes sooner would only flicker. */
const SKELETON_DELAY_MS = 150

/** Grey shapes where a list will be, after a moment. */
export function SkeletonRows({ rows = 4, label }: { rows?: number; label: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="skeleton-rows" role="status" aria-label={label}>
      {isShown &&
        Array.from({ length: rows }, (_, index) => (
          <div key={index} className="skeleton-row" aria-hidden="true">
            <i className={classNames('skeleton', index % 2 === 0 ? 'w7' : 'w5')} />
            <i className={classNames('skeleton', index % 2 === 0 ? 'w3' : 'w2')} />
          </div>
        ))}
    </div>
  )
}

interface EmptyProps {
  title: string
  /** What this place is for. */
  children: ReactNode
  actions?: ReactNode
}

/** What is shown where there is nothing yet: one sentence on what it is for, and the action that begins it. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className="blank">
      <h2>{title}</h2>
      <p>{children}</p>
      {actions !== undefined && <div className="actions">{actions}</div>}
    </div>
  )
}

interface NoticeProps {
  title: string
  children?: ReactNode
  look?: 'danger' | 'warning' | 'info' | 'success' | 'plain'
  icon?: IconPath
  actions?: ReactNode
}

/** Something to know, here and only here. */
export function Notice({ title, children, look = 'plain', icon = circleExclamation, actions }: NoticeProps) {
  return (
    <div
      className={classNames('notice', look !== 'plain' && look)}
      role={look === 'danger' ? 'alert' : 'group'}
      aria-label={title}
    >
      <Icon of={icon} />
      <div className="grow">
        <strong>{title}</strong>
        {children !== undefined && <div className="soft">{children}</div>}
      </div>
      {actions !== undefined && <div className="actions">{actions}</div>}
    </div>
  )
}

interface FailureProps {
  title: string
  message: string
  retryLabel?: string
  onRetry?: () => void
}

/** A part of a screen that could not be loaded. The others stay usable. */
export function Failure({ title, message, retryLabel, onRetry }: FailureProps) {
  return (
    <Notice
      title={title}
      look="danger"
      actions={
        onRetry && retryLabel !== undefined ? <Button label={retryLabel} onPress={onRetry} /> : undefined
      }
    >
      {message}
    </Notice>
  )
}
