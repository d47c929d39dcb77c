import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../../api/index.ts'
import { listImportRuns, type Space } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useImportWords } from '../../locales/features/imports.ts'
import { useFormats } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { download } from '../../ui/icon-paths.ts'
import { ImportState, isUnderWay, REFRESH_MS, useSourceName } from './import-state.tsx'

/** The imports into a space, the latest first. */
export function ImportRuns({ space }: { space: Space }) {
  const { imports } = useImportWords()
  const { relativeTime } = useFormats()
  const getSourceName = useSourceName()
  const list = useInfiniteQuery({
    ...readList(listImportRuns, { organizationId: space.organization, query: { space: space.id } }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? REFRESH_MS : false,
  })
  if (list.error) return <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
  // A space into which nothing was imported needs no list.
  if (!list.data || list.data.length === 0) return null
  return (
    <section aria-labelledby="earlier-imports">
      <div className="section-head">
        <h2 id="earlier-imports">{imports.earlier}</h2>
      </div>
      <ul className="list">
        {list.data.map((run) => (
          <li key={run.id}>
            <Link
              className="item line-item"
              to="/spaces/$spaceId/imports/$importRunId"
              params={{ spaceId: space.id, importRunId: run.id }}
            >
              <Icon of={download} />
              <span className="grow">
                <span className="title cut">{getSourceName(run)}</span>
                <span className="meta cut">
                  {[
                    relativeTime(run.updatedAt),
                    run.importedResources !== undefined &&
                      run.totalResources !== undefined &&
                      imports.done(run.importedResources, run.totalResources),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <ImportState status={run.status} />
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  )
}
