import { Link } from '@tanstack/react-router'
import type { ContentLocation } from '../api/operations.ts'
import { useWords } from '../locales/index.ts'
import { Icon } from '../ui/icon.tsx'
import { cube, fileLines } from '../ui/icon-paths.ts'
import { SkeletonRows } from '../ui/states.tsx'
import { LoadFailure } from './load-failure.tsx'
import { LoadMore, type LoadMoreProps } from './load-more.tsx'

interface ContentUsesProps {
  title: string
  /** What is said where nothing uses it. */
  emptyText: string
  list: LoadMoreProps['list'] & {
    data: ContentLocation[] | undefined
    error: Error | null
    refetch: () => unknown
  }
  /** Whether they are in several spaces, which are named then. */
  namesSpaces?: boolean
}

/** The pages and reusable contents that use something. */
export function ContentUses({ title, emptyText, list, namesSpaces = false }: ContentUsesProps) {
  const { common } = useWords()
  return (
    <section aria-labelledby="uses">
      <div className="section-head">
        <h2 id="uses">{title}</h2>
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{emptyText}</p>
      ) : (
        <ul className="list">
          {list.data.map((location, index) => (
            <li key={index}>
              <ContentUse location={location} namesSpace={namesSpaces} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}

function ContentUse({ location, namesSpace }: { location: ContentLocation; namesSpace: boolean }) {
  const { space, page, reusableContent } = location
  if (!space) return null
  const spaceTitle = namesSpace && <span className="soft cut">{space.title}</span>
  if (page) {
    return (
      <Link
        className="item line-item"
        to="/spaces/$spaceId/pages/$pageId"
        params={{ spaceId: space.id, pageId: page.id }}
      >
        <Icon of={fileLines} />
        <span className="grow title cut">{page.title}</span>
        {spaceTitle}
      </Link>
    )
  }
  return reusableContent ? (
    <Link
      className="item line-item"
      to="/spaces/$spaceId/reusable/$reusableContentId"
      params={{ spaceId: space.id, reusableContentId: reusableContent.id }}
    >
      <Icon of={cube} />
      <span className="grow title cut">{reusableContent.title}</span>
      {spaceTitle}
    </Link>
  ) : null
}
