import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { read, readList } from '../../api/index.ts'
import { listFiles, listSpaceFileBacklinks, type RevisionFile } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useFormats } from '../../locales/index.ts'
import { useFileWords } from '../../locales/features/files.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { fileLines } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import './files.css'

/** The files of a space, and where each is used. */
export function FilesScreen() {
  const { common, files } = useFileWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const list = useInfiniteQuery(readList(listFiles, { spaceId }))
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text).trim().toLocaleLowerCase()
  const shown = list.data?.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  return (
    <Screen title={files.title} crumbs={[useSpaceCrumb(spaceId)]}>
      <h1 className="sr">{files.title}</h1>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !shown ? (
        <SkeletonRows label={common.loading} />
      ) : list.data?.length === 0 ? (
        <Empty title={files.emptyTitle}>{files.emptyText}</Empty>
      ) : (
        <>
          <div className="toolbar">
            <SearchField label={files.find} value={text} onChange={setText} />
          </div>
          {shown.length === 0 && <p className="soft">{files.nothingFound}</p>}
          <ul className="files">
            {shown.map((file) => (
              <FileCard key={file.id} file={file} spaceId={spaceId} />
            ))}
          </ul>
          <LoadMore list={list} />
        </>
      )}
    </Screen>
  )
}

function FileCard({ file, spaceId }: { file: RevisionFile; spaceId: string }) {
  const { files } = useFileWords()
  const { bytes } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { id, name, contentType, downloadURL, size, dimensions } = file
  return (
    <li className="file">
      <a className="file-picture" href={downloadURL} target="_blank" rel="noreferrer">
        {contentType.startsWith('image/') ? (
          <img src={downloadURL} alt="" loading="lazy" />
        ) : (
          <Icon of={fileLines} />
        )}
        <span className="sr">{files.open(name)}</span>
      </a>
      <strong className="cut" title={name}>
        {name}
      </strong>
      <span className="soft small">
        {[bytes(size), dimensions && `${dimensions.width} × ${dimensions.height}`]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {isOpen ? (
        <FileUses spaceId={spaceId} fileId={id} />
      ) : (
        <Button look="quiet" isDense label={files.uses} onPress={() => setOpen(true)} />
      )}
    </li>
  )
}

function FileUses({ spaceId, fileId }: { spaceId: string; fileId: string }) {
  const { common, files } = useFileWords()
  const { data, error, refetch } = useQuery(read(listSpaceFileBacklinks, { spaceId, fileId }))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <span className="soft small">{common.loading}</span>
  const pages = new Map(data.items.flatMap(({ page }) => (page ? [[page.id, page.title]] : [])))
  if (pages.size === 0) return <span className="soft small">{files.unused}</span>
  return (
    <ul className="file-uses">
      {Array.from(pages, ([id, title]) => (
        <li key={id}>
          <Link className="link" to="/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId: id }}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
