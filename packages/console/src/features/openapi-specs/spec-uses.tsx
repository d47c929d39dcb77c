import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../../api/index.ts'
import { type ContentLocation, listOpenAPISpecUses } from '../../api/operations.ts'
import { LoadFailure } from '../../app/failures.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { cube, fileLines } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'

/** The pages that show something of a spec. */
export function SpecUses({ organizationId, specSlug }: { organizationId: string; specSlug: string }) {
  const { openapi, common } = useWords()
  const list = useInfiniteQuery(readList(listOpenAPISpecUses, { organizationId, specSlug }))
  return (
    <section aria-labelledby="uses">
      <div className="section-head">
        <h2 id="uses">{openapi.uses}</h2>
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <p className="soft">{openapi.noUses}</p>
      ) : (
        <ul className="list">
          {list.data.map((location, index) => (
            <li key={index}>
              <SpecUse location={location} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </section>
  )
}

function SpecUse({ location: { space, page, reusableContent } }: { location: ContentLocation }) {
  if (!space) return undefined
  const spaceTitle = <span className="soft cut">{space.title}</span>
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
  ) : undefined
}
