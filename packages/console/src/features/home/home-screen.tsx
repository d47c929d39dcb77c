import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Space } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSession } from '../../app/session.ts'
import { RelativeTime, useWords } from '../../locales/index.ts'
import { Count } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { book, plus } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { ChangeRequestItem } from '../change-requests/index.ts'
import { spacesRead, StartContent, useContentActions } from '../content/index.ts'
import { draftsRead, reviewsRead } from './home-reads.ts'

/** What waits for me, what I am writing, and what changed lately. */
export function HomeScreen() {
  const { home } = useWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const user = useSession()
  const spaces = useInfiniteQuery(spacesRead(organizationId))
  const isEmpty = spaces.data?.length === 0
  const actions = useContentActions(organizationId, [])
  return (
    <Screen
      title={home.title}
      actions={
        actions.canCreate && (
          <Button look="primary" icon={plus} label={home.newSpace} onPress={() => actions.createSpace()} />
        )
      }
    >
      <h1 className="sr">{home.title}</h1>
      {actions.dialog}
      {isEmpty ? (
        <StartContent actions={actions} />
      ) : (
        <div className="split">
          <div className="stack">
            <ChangeRequestSection
              title={home.waitingForReview}
              emptyText={home.nothingWaiting}
              changeRequests={reviewsRead(organizationId, user.id)}
              isCounted
            />
            <ChangeRequestSection
              title={home.yourChangeRequests}
              emptyText={home.noDrafts}
              changeRequests={draftsRead(organizationId, user.id)}
            />
          </div>
          <Section title={home.recentSpaces} id="recent">
            {spaces.error ? (
              <LoadFailure error={spaces.error} onRetry={() => void spaces.refetch()} />
            ) : (
              <RecentSpaces spaces={spaces.data} />
            )}
          </Section>
        </div>
      )}
    </Screen>
  )
}

interface SectionProps {
  id: string
  title: string
  count?: number | undefined
  children: ReactNode
}

function Section({ id, title, count, children }: SectionProps) {
  return (
    <section aria-labelledby={`section-${id}`}>
      <div className="section-head">
        <h2 id={`section-${id}`}>{title}</h2>
        {count !== undefined && count > 0 && <Count value={count} isPrimary />}
      </div>
      {children}
    </section>
  )
}

interface ChangeRequestSectionProps {
  title: string
  emptyText: string
  changeRequests: ReturnType<typeof draftsRead>
  isCounted?: boolean
}

function ChangeRequestSection({
  title,
  emptyText,
  changeRequests,
  isCounted = false,
}: ChangeRequestSectionProps) {
  const { common } = useWords()
  const { data, error, refetch } = useInfiniteQuery(changeRequests)
  return (
    <Section title={title} id={title} count={isCounted ? data?.length : undefined}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows label={common.loading} />
      ) : data.length === 0 ? (
        <p className="soft">{emptyText}</p>
      ) : (
        <ul className="list">
          {data.map((changeRequest) => (
            <ChangeRequestItem key={changeRequest.id} changeRequest={changeRequest} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const MAX_RECENT_SPACES = 8

function RecentSpaces({ spaces }: { spaces: readonly Space[] | undefined }) {
  const { common } = useWords()
  if (!spaces) return <SkeletonRows label={common.loading} />
  const recent = spaces.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, MAX_RECENT_SPACES)
  return (
    <ul className="list plain">
      {recent.map(({ id, title, updatedAt }) => (
        <li key={id}>
          <Link className="item" to="/spaces/$spaceId" params={{ spaceId: id }}>
            <Icon of={book} />
            <span className="grow title cut">{title}</span>
            <RelativeTime className="when" date={updatedAt} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
