import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { read } from '../../api/index.ts'
import { listSpacePageBacklinks, type RevisionPage } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { type Crumb, Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { RelativeTime, useWords } from '../../locales/index.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { indexTree, listAncestors } from '../../ui/tree/index.ts'
import { EditButton, type FilledContent, PageComments } from '../change-requests/index.ts'
import { listPageNodes, PageContent, PageMark, PageOutline, pageRead, pagesRead } from '../pages/index.ts'
import { PageMenu } from './page-menu.tsx'
import './reading.css'

/** A page of a space, as its readers see it. */
export function PageScreen() {
  const { common } = useWords()
  const { spaceId, pageId } = useParams({ from: '/signed-in/spaces/$spaceId/pages/$pageId' })
  const { data: page, error, refetch } = useQuery(pageRead(spaceId, pageId))
  const [buttonPlace, setButtonPlace] = useState<HTMLElement | null>(null)
  const [content, setContent] = useState<FilledContent>()
  const onFill = useCallback((root: ShadowRoot) => setContent({ root }), [])
  return (
    <Screen
      title={page?.title || common.untitled}
      crumbs={useCrumbs(spaceId, pageId)}
      actions={
        page && (
          <>
            <span ref={setButtonPlace} />
            <PageMenu spaceId={spaceId} page={page} />
            <EditButton spaceId={spaceId} pageId={pageId} />
          </>
        )
      }
      isBare
    >
      <div className="reader">
        {error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : page ? (
          <>
            <PageArticle page={page} spaceId={spaceId} onFill={onFill} />
            <div className="rail">
              <PageOutline outline={page.outline ?? []} />
              <Suspense fallback={null}>
                <PageComments
                  // Which of them one looks at is forgotten with the page.
                  key={pageId}
                  spaceId={spaceId}
                  pageId={pageId}
                  content={content}
                  buttonPlace={buttonPlace}
                />
              </Suspense>
            </div>
          </>
        ) : (
          <SkeletonRows label={common.loading} rows={6} />
        )}
      </div>
    </Screen>
  )
}

/** The space, and the pages above this one. */
function useCrumbs(spaceId: string, pageId: string): Crumb[] {
  const spaceCrumb = useSpaceCrumb(spaceId)
  const { data } = useQuery(pagesRead(spaceId))
  const ancestors = useMemo(
    () => listAncestors(indexTree(listPageNodes(data?.pages ?? [])), pageId),
    [data, pageId],
  )
  return [
    spaceCrumb,
    ...ancestors.map(({ id, label }): Crumb => ({
      label,
      link: { to: '/spaces/$spaceId/pages/$pageId', params: { spaceId, pageId: id } },
    })),
  ]
}

interface PageArticleProps {
  page: RevisionPage
  spaceId: string
  onFill: (root: ShadowRoot) => void
}

function PageArticle({ page, spaceId, onFill }: PageArticleProps) {
  const { common, spaces } = useWords()
  return (
    <article className="page">
      <h1 className="page-title">
        {(page.emoji ?? page.icon) !== undefined && <PageMark page={page} />}
        {page.title || common.untitled}
      </h1>
      {page.description !== undefined && page.description !== '' && (
        <p className="lead">{page.description}</p>
      )}
      {page.type === 'group' ? (
        <GroupPages spaceId={spaceId} groupId={page.id} />
      ) : page.html === undefined || page.html === '' ? (
        <Empty title={spaces.emptyPageTitle}>{spaces.emptyPageText}</Empty>
      ) : (
        <PageContent html={page.html} styles={page.styles ?? ''} onFill={onFill} />
      )}
      <footer className="page-foot">
        {page.updatedAt !== undefined && <RelativeTime date={page.updatedAt} write={spaces.changed} />}
        <Backlinks spaceId={spaceId} pageId={page.id} />
      </footer>
    </article>
  )
}

/** A group has no text: its pages stand in for it. */
function GroupPages({ spaceId, groupId }: { spaceId: string; groupId: string }) {
  const { data } = useQuery(pagesRead(spaceId))
  const pages = data?.pages.filter(({ parent }) => parent === groupId) ?? []
  return (
    <ul className="list">
      {pages.map((page) => (
        <li key={page.id}>
          <Link className="item" to="/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId: page.id }}>
            <PageMark page={page} />
            <span className="grow title cut">{page.title}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The pages that link here. They load last, and are left out where there are none. */
function Backlinks({ spaceId, pageId }: { spaceId: string; pageId: string }) {
  const { spaces } = useWords()
  const { data } = useQuery(read(listSpacePageBacklinks, { spaceId, pageId }))
  const pages = new Map(data?.items.flatMap(({ page }) => (page ? [[page.id, page.title]] : [])))
  if (pages.size === 0) return null
  return (
    <details className="backlinks">
      <summary>{spaces.backlinks(pages.size)}</summary>
      <ul>
        {Array.from(pages, ([id, title]) => (
          <li key={id}>
            <Link className="link" to="/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId: id }}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
