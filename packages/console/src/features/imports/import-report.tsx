import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ContentImportFailure, ContentImportPage, ContentImportRun } from '../../api/operations.ts'
import { useImportWords } from '../../locales/features/imports.ts'
import { Count } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  circleCheck,
  circleExclamation,
  fileLines,
  folder,
  triangleExclamation,
} from '../../ui/icon-paths.ts'
import { Notice } from '../../ui/states.tsx'

/** How many rows of a long list are shown at first, and with each press of the button below it. */
const ROWS_AT_ONCE = 100

/** What an import that has ended brought in, and what it did not and why. */
export function ImportReport({ run, spaceId }: { run: ContentImportRun; spaceId: string }) {
  const { imports } = useImportWords()
  const { importedResources = 0, totalResources = 0, failures = [], pages = [], target } = run
  if (run.status === 'failed') {
    return (
      <Notice title={imports.failed} look="danger">
        {run.reason}
      </Notice>
    )
  }
  if (run.status === 'cancelled') return <Notice title={imports.canceled}>{imports.canceledText}</Notice>
  const isComplete = importedResources === totalResources
  return (
    <>
      <Notice
        title={imports.done(importedResources, totalResources)}
        look={isComplete ? 'success' : 'warning'}
        icon={isComplete ? circleCheck : triangleExclamation}
      />
      {failures.length > 0 && (
        <Rows
          title={imports.missing}
          items={failures}
          getKey={(_failure, index) => String(index)}
          render={(failure) => <MissingRow failure={failure} />}
        />
      )}
      {pages.length > 0 && (
        <Rows
          title={imports.cameIn}
          items={pages}
          getKey={({ id }) => id}
          render={(page) => <PageRow page={page} spaceId={spaceId} changeRequestId={target.changeRequest} />}
        />
      )}
    </>
  )
}

interface RowsProps<Item> {
  title: string
  items: readonly Item[]
  getKey: (item: Item, index: number) => string
  render: (item: Item) => ReactNode
}

function Rows<Item>({ title, items, getKey, render }: RowsProps<Item>) {
  const { common } = useImportWords()
  const [shownCount, setShownCount] = useState(ROWS_AT_ONCE)
  return (
    <section aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        <Count value={items.length} />
      </div>
      <ul className="list">
        {items.slice(0, shownCount).map((item, index) => (
          <li key={getKey(item, index)}>{render(item)}</li>
        ))}
      </ul>
      {items.length > shownCount && (
        <Button
          look="quiet"
          label={common.loadMore}
          onPress={() => setShownCount(shownCount + ROWS_AT_ONCE)}
        />
      )}
    </section>
  )
}

function MissingRow({ failure: { resource, reason } }: { failure: ContentImportFailure }) {
  return (
    <div className="item line-item plain-item">
      <Icon of={circleExclamation} />
      <span className="grow">
        <span className="title cut">{resource}</span>
        <span className="meta">{reason}</span>
      </span>
    </div>
  )
}

interface PageRowProps {
  page: ContentImportPage
  spaceId: string
  changeRequestId: string | undefined
}

function PageRow({
  page: { id: pageId, title, type, sourceURL, path },
  spaceId,
  changeRequestId,
}: PageRowProps) {
  const text = (
    <>
      <Icon of={type === 'folder' ? folder : fileLines} />
      <span className="grow">
        <span className="title cut">{title}</span>
        <span className="meta cut">{sourceURL ?? path}</span>
      </span>
    </>
  )
  // A folder is no page that could be opened.
  if (type === 'folder') return <div className="item line-item plain-item">{text}</div>
  return changeRequestId === undefined ? (
    <Link className="item line-item" to="/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId }}>
      {text}
    </Link>
  ) : (
    <Link
      className="item line-item"
      to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
      params={{ spaceId, changeRequestId, pageId }}
    >
      {text}
    </Link>
  )
}
