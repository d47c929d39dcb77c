import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/index.ts'
import {
  type AccessExplanation,
  explainUserAccessInSite,
  explainUserAccessInSpace,
} from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { type SettingsWords, useSettingsWords } from '../../locales/features/settings.ts'
import { State } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { circleCheck } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import type { GrantTarget } from './grant-target.ts'
import './access.css'

interface ExplainAccessProps {
  target: GrantTarget
  user: { id: string; displayName: string }
}

/** Says in words why somebody has a role on a space or a site. */
export function ExplainAccessButton(props: ExplainAccessProps) {
  const { access } = useSettingsWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look="quiet"
        isDense
        label={access.why}
        aria-label={access.whyOf(props.user.displayName)}
        onPress={() => setOpen(true)}
      />
      {isOpen && <ExplainAccessDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const explanationRead = (target: GrantTarget, userId: string) =>
  target.kind === 'space'
    ? read(explainUserAccessInSpace, { spaceId: target.spaceId, userId })
    : read(explainUserAccessInSite, {
        organizationId: target.organizationId,
        siteId: target.siteId,
        userId,
      })

function ExplainAccessDialog({ target, user, onClose }: ExplainAccessProps & { onClose: () => void }) {
  const { access, common } = useSettingsWords()
  const { data, error, refetch } = useQuery(explanationRead(target, user.id))
  return (
    <Dialog title={access.whyOf(user.displayName)} isOpen onClose={onClose}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Explanation explanation={data} />
      ) : (
        <SkeletonRows label={common.loading} />
      )}
      <div className="dialog-actions">
        <Button look="primary" label={common.close} onPress={onClose} />
      </div>
    </Dialog>
  )
}

function Explanation({ explanation: { user, role, rules } }: { explanation: AccessExplanation }) {
  const words = useSettingsWords()
  const { access, roles } = words
  return (
    <>
      <p>
        {role === null ? access.noAccess(user.displayName) : access.result(user.displayName, roles[role])}
      </p>
      <h3 className="rules-title">{access.rules}</h3>
      <ol className="rules">
        {rules.map((rule, index) => (
          <li key={index} data-decides={rule.decides || undefined}>
            <span className="grow">{describeRule(rule, words)}</span>
            {rule.decides && <State label={access.decides} icon={circleCheck} look="success" />}
          </li>
        ))}
      </ol>
    </>
  )
}

function describeRule(
  { kind, role, on: { title }, team }: AccessExplanation['rules'][number],
  { access, roles }: SettingsWords,
): string {
  const name = role === null ? roles.guest : roles[role]
  switch (kind) {
    case 'disabled':
      return access.disabled(title)
    case 'admin':
      return access.admin(title)
    case 'grant':
      return access.grant(name, title)
    case 'team-grant':
      return access.teamGrant(team?.title ?? '', name, title)
    case 'default-level':
      return role === null ? access.defaultNone(title) : access.defaultLevel(name, title)
    case 'organization-role':
      return access.organizationRole(name, title)
  }
}
