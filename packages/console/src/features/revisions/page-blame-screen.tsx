import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { PageBlame } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { usePageHistoryWords } from '../../locales/features/page-history.ts'
import { useFormats } from '../../locales/index.ts'
import { useRevisionWords } from '../../locales/features/revisions.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { type PageOfSpace, pageBlameRead } from './page-history-reads.ts'
import './history.css'

/** The Markdown of a page, with who last changed each line, when and why. */
export function PageBlameScreen() {
  const { common, pageHistory } = usePageHistoryWords()
  const page = useParams({ from: '/signed-in/spaces/$spaceId/pages/$pageId/blame' })
  const { data, error, refetch } = useQuery(pageBlameRead(page))
  return (
    <Screen
      title={pageHistory.blame}
      crumbs={[
        useSpaceCrumb(page.spaceId),
        { label: pageHistory.title, link: { to: '/spaces/$spaceId/pages/$pageId/history', params: page } },
      ]}
    >
      <h1 className="sr">{pageHistory.blame}</h1>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={common.loading} />
      ) : data.ranges.length === 0 ? (
        <Empty title={pageHistory.noLinesTitle}>{pageHistory.noLinesText}</Empty>
      ) : (
        <BlamedLines blame={data} page={page} />
      )}
    </Screen>
  )
}

function BlamedLines({ blame, page }: { blame: PageBlame; page: PageOfSpace }) {
  const { pageHistory } = usePageHistoryWords()
  const revisions = new Map(blame.revisions.map((revision) => [revision.id, revision]))
  return (
    <ol className="blame">
      {blame.ranges.map(({ from, to, revision, markdown }) => (
        <li key={from} aria-label={pageHistory.lines(from, to)}>
          <LineSource revision={revisions.get(revision)} page={page} />
          <pre>
            {markdown.split('\n').map((line, index) => (
              <code key={index} data-line={from + index}>
                {line}
                {'\n'}
              </code>
            ))}
          </pre>
        </li>
      ))}
    </ol>
  )
}

interface LineSourceProps {
  revision: PageBlame['revisions'][number] | undefined
  page: PageOfSpace
}

/** Who wrote some lines, when and why. It leads to the page as it was then. */
function LineSource({ revision, page }: LineSourceProps) {
  const { revisions } = useRevisionWords()
  const { date, dateTime } = useFormats()
  if (!revision) return null
  const { createdAt, summary, type, writtenBy } = revision
  return (
    <div className="line-source">
      <strong className="cut">{writtenBy?.displayName ?? revisions.types[type]}</strong>
      <Link
        className="link cut"
        to="/spaces/$spaceId/revisions/$revisionId/pages/$pageId"
        params={{ ...page, revisionId: revision.id }}
      >
        {summary ?? revisions.types[type]}
      </Link>
      <time dateTime={createdAt} title={dateTime(createdAt)}>
        {date(createdAt)}
      </time>
    </div>
  )
}
