import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/index.ts'
import {
  getGitSyncPreview,
  type GitSyncPreviewItem,
  type GitSyncPreviewResult,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useGitWords } from '../../locales/features/git-sync.ts'
import { useFormats } from '../../locales/index.ts'
import { Progress, State } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { minus, pen, plus } from '../../ui/icon-paths.ts'
import { Notice } from '../../ui/states.tsx'
import { ProblemList } from './problem-list.tsx'
import './git-sync.css'

/** How often a preview that is being made is looked at. */
const REFRESH_MS = 1000

interface PreviewDialogProps {
  spaceId: string
  previewId: string
  direction: 'import' | 'export'
  onBack: () => void
  onClose: () => void
  onConfirm: () => void
  isBusy: boolean
  error: string | undefined
}

/** What the first import or export would change, before it happens. */
export function PreviewDialog({ spaceId, previewId, direction, ...dialog }: PreviewDialogProps) {
  const words = useGitWords()
  const { settings, gitSync, common } = words
  const { data, error } = useQuery({
    ...read(getGitSyncPreview, { spaceId, gitPreviewId: previewId }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' || state.data?.status === 'running' ? REFRESH_MS : false,
  })
  const result = data?.result
  const failure = data?.error ?? (error ? describeError(error, words) : undefined)
  return (
    <Dialog title={gitSync.previewTitles[direction]} isOpen width="wide" onClose={dialog.onClose}>
      {result ? (
        <PreviewedChanges result={result} direction={direction} />
      ) : failure !== undefined || data?.status === 'canceled' ? (
        <Notice look="danger" title={gitSync.previewFailed}>
          {failure ?? gitSync.previewCanceled}
        </Notice>
      ) : (
        <div className="git-preview-wait" role="status">
          <p>{gitSync.previewRunning}</p>
          <Progress label={gitSync.previewRunning} />
        </div>
      )}
      {dialog.error !== undefined && (
        <p role="alert" className="form-error">
          {dialog.error}
        </p>
      )}
      <div className="dialog-actions">
        <Button look="quiet" label={common.back} onPress={dialog.onBack} />
        {result && (
          <Button
            look="primary"
            label={settings.gitDirections[direction]}
            isBusy={dialog.isBusy}
            onPress={dialog.onConfirm}
          />
        )}
      </div>
    </Dialog>
  )
}

interface PreviewedChangesProps {
  result: GitSyncPreviewResult
  direction: 'import' | 'export'
}

function PreviewedChanges({ result, direction }: PreviewedChangesProps) {
  const { gitSync } = useGitWords()
  const { number } = useFormats()
  const { added, changed, removed, items, problems } = result
  const total = added + changed + removed
  return (
    <>
      <p role="status">
        {total === 0
          ? gitSync.previewNothing
          : gitSync.previewCounts(number(added), number(changed), number(removed))}
      </p>
      {result.commit === undefined && <p>{gitSync.previewNewBranch}</p>}
      {direction === 'import' && removed + changed > 0 && <p>{gitSync.previewHistory}</p>}
      {items.length > 0 && (
        <div className="git-preview" role="region" aria-label={gitSync.previewTitles[direction]} tabIndex={0}>
          <ul>
            {items.map((item, index) => (
              // Two pages may have the same name, and the list never changes.
              <PreviewedItem key={index} item={item} direction={direction} />
            ))}
          </ul>
          {total > items.length && <p>{gitSync.previewMore(number(total - items.length))}</p>}
        </div>
      )}
      {problems.length > 0 && (
        <details>
          <summary>{gitSync.previewSkipped(number(problems.length))}</summary>
          <ProblemList problems={problems} />
        </details>
      )}
    </>
  )
}

interface PreviewedItemProps {
  item: GitSyncPreviewItem
  direction: 'import' | 'export'
}

function PreviewedItem({ item: { change, kind, name, path }, direction }: PreviewedItemProps) {
  const { gitSync } = useGitWords()
  const label = gitSync.previewChanges[change]
  return (
    <li>
      {change === 'add' ? (
        <State label={label} icon={plus} look="success" />
      ) : change === 'change' ? (
        <State label={label} icon={pen} look="warning" />
      ) : (
        <State label={label} icon={minus} look="danger" />
      )}
      <span className="git-preview-name">
        {direction === 'export' ? path : name}
        {direction === 'import' && (
          <small className="soft">
            {[gitSync.previewKinds[kind], path].filter((part) => part !== undefined).join(' · ')}
          </small>
        )}
      </span>
    </li>
  )
}
