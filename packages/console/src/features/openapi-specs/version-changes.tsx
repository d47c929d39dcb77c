import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/index.ts'
import { getOpenAPISpecVersionChanges, type OpenAPISpecChanges } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useSpecWords } from '../../locales/features/openapi.ts'
import { State } from '../../ui/badges.tsx'
import { minus, pen, plus } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'

interface VersionChangesProps {
  organizationId: string
  specSlug: string
  versionId: string
  /** When the version was read, as it is written beside it. */
  when: string
}

/** What a version changes since the one before: read when somebody wants to know. */
export function VersionChanges({ when, ...ids }: VersionChangesProps) {
  const { openapi } = useSpecWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="version-changes" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {openapi.whatChanged} <span className="sr">{when}</span>
      </summary>
      {isOpen && <Changes {...ids} />}
    </details>
  )
}

function Changes(ids: Omit<VersionChangesProps, 'when'>) {
  const { openapi, common } = useSpecWords()
  const { data, error, refetch } = useQuery({
    ...read(getOpenAPISpecVersionChanges, ids),
    // Versions never change.
    staleTime: Infinity,
  })
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={common.loading} />
  const { operations, models } = data
  if (operations.length + models.length === 0) return <p className="soft">{openapi.nothingChanged}</p>
  const rest = countAll(data) - operations.length - models.length
  return (
    <>
      {operations.length > 0 && (
        <ul aria-label={openapi.operations}>
          {operations.map(({ change, method, path, title }) => {
            const name = `${method.toUpperCase()} ${path}`
            return (
              <li key={`${change} ${name}`}>
                <ChangeState change={change} />
                <code>{name}</code>
                {title !== name && <span className="soft">{title}</span>}
              </li>
            )
          })}
        </ul>
      )}
      {models.length > 0 && (
        <ul aria-label={openapi.models}>
          {models.map(({ change, name }) => (
            <li key={name}>
              <ChangeState change={change} />
              <code>{name}</code>
              <span className="soft">{openapi.model}</span>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p className="soft">{openapi.moreProblems(rest)}</p>}
    </>
  )
}

const countAll = ({ counts: { operations, models } }: OpenAPISpecChanges): number =>
  [operations, models].reduce((sum, { added, removed, changed }) => sum + added + removed + changed, 0)

type Change = OpenAPISpecChanges['operations'][number]['change']

function ChangeState({ change }: { change: Change }) {
  const { openapi } = useSpecWords()
  const { icon, look } = changeLooks[change]
  return <State label={openapi[change]} icon={icon} look={look} />
}

const changeLooks = {
  added: { icon: plus, look: 'success' },
  changed: { icon: pen, look: 'info' },
  removed: { icon: minus, look: 'danger' },
} as const
