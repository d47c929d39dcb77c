import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { Avatar } from '../../ui/badges.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { describeRole } from '../members/index.ts'
import { ExplainAccessButton } from './explain-access-button.tsx'
import { type GrantTarget, useEveryone } from './grant-target.ts'

interface EveryoneSectionProps {
  target: GrantTarget
  title: string
}

/** Everybody who has access to a space or a site, however they got it. */
export function EveryoneSection({ target, title }: EveryoneSectionProps) {
  const words = useSettingsWords()
  const { settings, common } = words
  const list = useEveryone(target)
  return (
    <section aria-labelledby="access">
      <div className="section-head">
        <h2 id="access">{title}</h2>
      </div>
      <p className="soft">{settings.accessText}</p>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : (
        <ul className="list">
          {list.data.map(({ user, permission }) => (
            <li key={user.id} className="item person-item">
              <span className="person grow">
                <Avatar name={user.displayName} imageUrl={user.photoURL} isDecorative />
                <span className="grow">
                  <strong className="cut">{user.displayName}</strong>
                  <small className="cut">{user.email}</small>
                </span>
              </span>
              <span className="soft">{describeRole(permission, words)}</span>
              <ExplainAccessButton target={target} user={user} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}
