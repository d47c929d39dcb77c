import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read, useWrite } from '../../api/index.ts'
import { createGitSSHKey, deleteGitSSHKey, type GitSSHKey, listGitSSHKeys } from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useGitWords } from '../../locales/features/git-sync.ts'
import { useFormats } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

/** The API refuses a fourth. */
const MAX_KEYS = 3

/** The keys with which a space opens a repository over ssh. Only their public halves ever leave the server. */
export function SSHKeysSection({ spaceId }: { spaceId: string }) {
  const { gitSync, common } = useGitWords()
  const showFailure = useFailureToast()
  const { data, error, refetch } = useQuery(read(listGitSSHKeys, { spaceId }))
  const create = useWrite(() => call(createGitSSHKey, { spaceId }), { stale: [listGitSSHKeys] })
  const isFull = data !== undefined && data.items.length >= MAX_KEYS
  return (
    <section aria-labelledby="ssh-keys">
      <div className="section-head">
        <h2 id="ssh-keys">{gitSync.keys}</h2>
        {data && !isFull && (
          <Button
            label={gitSync.createKey}
            isBusy={create.isPending}
            onPress={() => create.mutate(undefined, { onError: showFailure })}
          />
        )}
      </div>
      <p className="soft">{gitSync.keysHelp}</p>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={1} label={common.loading} />
      ) : data.items.length === 0 ? (
        <p className="soft">{gitSync.keysNone}</p>
      ) : (
        <ul className="list">
          {data.items.map((key) => (
            <KeyItem key={key.id} spaceId={spaceId} sshKey={key} />
          ))}
        </ul>
      )}
      {isFull && <p className="soft">{gitSync.keysFull}</p>}
    </section>
  )
}

function KeyItem({ spaceId, sshKey }: { spaceId: string; sshKey: GitSSHKey }) {
  const words = useGitWords()
  const { gitSync, common } = words
  const { relativeTime } = useFormats()
  const [isAsking, setAsking] = useState(false)
  const { id, publicKey, fingerprint, createdAt } = sshKey
  const remove = useWrite(() => call(deleteGitSSHKey, { spaceId, sshKeyId: id }), { stale: [listGitSSHKeys] })
  return (
    <li className="git-key">
      <CopyField
        label={gitSync.publicKey}
        value={publicKey}
        copyLabel={common.copy}
        copiedLabel={common.copied}
      />
      <p className="git-key-facts soft">
        <code>{fingerprint}</code>
        <span>{gitSync.keyMade(relativeTime(createdAt))}</span>
        <Button
          look="danger"
          isDense
          label={gitSync.deleteKey}
          aria-label={gitSync.deleteKeyFor(fingerprint)}
          onPress={() => setAsking(true)}
        />
      </p>
      {isAsking && (
        <FormDialog
          title={gitSync.deleteKeyTitle}
          isOpen
          isDangerous
          onClose={() => setAsking(false)}
          action={gitSync.deleteKey}
          cancel={common.cancel}
          onSubmit={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                setAsking(false)
                showToast({ message: gitSync.keyDeleted })
              },
            })
          }
          isBusy={remove.isPending}
          error={remove.error ? describeError(remove.error, words) : undefined}
        >
          <p>{gitSync.deleteKeyText}</p>
          <p>
            <code>{fingerprint}</code>
          </p>
        </FormDialog>
      )}
    </li>
  )
}
