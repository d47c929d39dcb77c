import type { ReactNode } from 'react'
import type { GitOperation } from '../../api/operations.ts'
import { useGitWords } from '../../locales/features/git-sync.ts'
import { useFormats } from '../../locales/index.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { State } from '../../ui/badges.tsx'
import { circleCheck, circleExclamation, circleNotch } from '../../ui/icon-paths.ts'
import { ProblemList } from './problem-list.tsx'
import './git-sync.css'

interface LastRunProps {
  operation: GitOperation
  /** What is to be done about it. */
  children?: ReactNode
}

/** How the last import or export ended, and what it left aside. */
export function LastRun({ operation, children }: LastRunProps) {
  const { gitSync } = useGitWords()
  const { settings } = useSettingsWords()
  const { relativeTime } = useFormats()
  const { direction, status, startedAt, finishedAt, error, problems = [] } = operation
  return (
    <section className="git-last-run" aria-labelledby="last-run">
      <div className="section-head">
        <h2 id="last-run">{settings.gitLastRun}</h2>
      </div>
      <p>
        {status === 'failure' ? (
          <State label={settings.gitStatus.failure} icon={circleExclamation} look="danger" />
        ) : status === 'running' ? (
          <State label={settings.gitStatus.running} icon={circleNotch} look="info" />
        ) : (
          <State label={settings.gitStatus[status]} icon={circleCheck} look="success" />
        )}{' '}
        {settings.gitDirections[direction]} · {relativeTime(finishedAt ?? startedAt)}
      </p>
      {error !== undefined && <p className="soft">{error}</p>}
      {children}
      {problems.length > 0 && (
        <>
          <h3 className="git-skipped">{gitSync.skipped}</h3>
          <ProblemList problems={problems} />
        </>
      )}
    </section>
  )
}
