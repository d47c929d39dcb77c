import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  deleteOrganizationSAMLProvider,
  listSAMLProvidersInOrganizationById,
  type SamlProvider,
} from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/failures.tsx'
import { Screen } from '../../app/screen.tsx'
import { useWords } from '../../locales/index.ts'
import { State } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { circleCheck, clock, plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PeopleTabs } from '../members/index.ts'
import { SamlDialog } from './saml-dialog.tsx'

/** The identity providers of an organization. */
export function SamlScreen() {
  const { signOn, common } = useWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const list = useInfiniteQuery(readList(listSAMLProvidersInOrganizationById, { organizationId }))
  const [isAdding, setAdding] = useState(false)
  return (
    <Screen
      title={signOn.title}
      tabs={<PeopleTabs organizationId={organizationId} />}
      actions={
        !list.error && (
          <Button look="primary" icon={plus} label={signOn.add} onPress={() => setAdding(true)} />
        )
      }
    >
      <h1 className="sr">{signOn.title}</h1>
      {isAdding && <SamlDialog organizationId={organizationId} onClose={() => setAdding(false)} />}
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length === 0 ? (
        <Empty title={signOn.emptyTitle}>{signOn.emptyText}</Empty>
      ) : (
        <div className="stack">
          {list.data.map((provider) => (
            <Provider key={provider.id} organizationId={organizationId} provider={provider} />
          ))}
        </div>
      )}
    </Screen>
  )
}

interface ProviderProps {
  organizationId: string
  provider: SamlProvider
}

function Provider({ organizationId, provider }: ProviderProps) {
  const { signOn, common } = useWords()
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = (): void => setDialog(undefined)
  const { id, label, status, service } = provider
  const copyLabels = { copyLabel: common.copy, copiedLabel: common.copied }
  return (
    <section aria-labelledby={`provider-${id}`}>
      <div className="section-head">
        <h2 id={`provider-${id}`}>{label}</h2>
        {status === 'active' ? (
          <State label={signOn.active} icon={circleCheck} look="success" />
        ) : (
          <State label={signOn.pending} icon={clock} look="warning" />
        )}
        <Button
          label={signOn.change}
          aria-label={signOn.editNamed(label)}
          onPress={() => setDialog('edit')}
        />
        <Button
          look="danger"
          label={common.delete}
          aria-label={signOn.deleteNamed(label)}
          onPress={() => setDialog('delete')}
        />
      </div>
      <div className="form">
        <p className="soft">{signOn.values}</p>
        <CopyField label={signOn.acsUrl} value={service.acsURL} {...copyLabels} />
        <CopyField label={signOn.serviceId} value={service.entityID} {...copyLabels} />
        <CopyField label={signOn.startUrl} value={service.startURL} {...copyLabels} />
      </div>
      {dialog === 'edit' && (
        <SamlDialog organizationId={organizationId} provider={provider} onClose={close} />
      )}
      {dialog === 'delete' && (
        <DeleteProviderDialog organizationId={organizationId} provider={provider} onClose={close} />
      )}
    </section>
  )
}

function DeleteProviderDialog({
  organizationId,
  provider: { id, label },
  onClose,
}: ProviderProps & { onClose: () => void }) {
  const words = useWords()
  const { signOn, common } = words
  const remove = useWrite(
    () => call(deleteOrganizationSAMLProvider, { organizationId, samlProviderId: id }),
    {
      stale: [listSAMLProvidersInOrganizationById],
      onSuccess: () => showToast({ message: signOn.deleted(label) }),
    },
  )
  return (
    <ConfirmDialog
      title={signOn.deleteTitle(label)}
      explanation={signOn.deleteText}
      name={label}
      nameLabel={common.typeToConfirm(label)}
      isOpen
      onClose={onClose}
      action={common.delete}
      cancel={common.cancel}
      onSubmit={() => remove.mutate(undefined)}
      isBusy={remove.isPending}
      error={remove.error ? describeError(remove.error, words) : undefined}
    />
  )
}
