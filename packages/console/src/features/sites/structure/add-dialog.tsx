import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../app/load-failure.tsx'
import { useGo } from '../../../app/navigation.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Select } from '../../../ui/choice.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { structureRead, useSiteParams } from '../use-site.ts'
import { IconField } from './icon-field.tsx'
import { isWebAddress, LinkAddressField } from './link-address-field.tsx'
import { SpaceSelect } from './space-select.tsx'
import { listStructureNodes, type StructureNode } from './structure-nodes.ts'
import { useStructureWrites } from './use-structure-writes.ts'

export type AddKind = 'section' | 'group' | 'variant' | 'link'

interface AddDialogProps {
  kind: AddKind
  /** The group or the section that it goes into. */
  parent?: StructureNode | undefined
  onClose: () => void
}

/** Adds a section, a group, a link to elsewhere, or a space to a section. */
export function AddDialog({ kind, parent, onClose }: AddDialogProps) {
  const words = useSiteWords()
  const { sites, common } = words
  const params = useSiteParams()
  const go = useGo()
  const writes = useStructureWrites(params)
  const { data } = useQuery(structureRead(params))
  const sections = data ? listStructureNodes(data).filter((node) => node.kind === 'section') : []
  const [spaceId, setSpaceId] = useState('')
  const [title, setTitle] = useState('')
  const [icon, setIcon] = useState('')
  const [url, setUrl] = useState('')
  const [sectionId, setSectionId] = useState(parent?.kind === 'section' ? parent.id : '')
  const name = title.trim()
  const write = {
    group: writes.addGroup,
    section: writes.addSection,
    variant: writes.addVariant,
    link: writes.addLink,
  }[kind]
  const onSuccess = ({ id }: { id: string }): void => {
    onClose()
    go({ to: '/orgs/$organizationId/sites/$siteId', params, search: { item: id } })
  }
  const submit = (): void => {
    const iconField = icon !== '' && { icon }
    if (kind === 'group') writes.addGroup.mutate({ title: name, ...iconField }, { onSuccess })
    else if (kind === 'link')
      writes.addLink.mutate(
        {
          title: name,
          url: url.trim(),
          ...iconField,
          ...(parent?.kind === 'group' && { parent: parent.id }),
        },
        { onSuccess },
      )
    else if (kind === 'section')
      writes.addSection.mutate(
        {
          spaceId,
          ...(name !== '' && { title: name }),
          ...iconField,
          ...(parent?.kind === 'group' && { siteSectionGroupId: parent.id }),
        },
        { onSuccess },
      )
    else writes.addVariant.mutate({ spaceId, ...(sectionId !== '' && { sectionId }) }, { onSuccess })
  }
  const defaultSection = sections.find(({ item }) => 'default' in item && item.default)
  return (
    <FormDialog
      title={
        {
          section: sites.addSection,
          group: sites.addGroup,
          variant: sites.addVariant,
          link: sites.addLink,
        }[kind]
      }
      isOpen
      onClose={onClose}
      action={sites.addAction}
      cancel={common.cancel}
      onSubmit={submit}
      isBusy={write.isPending}
      isDisabled={
        kind === 'link'
          ? name.length < 2 || !isWebAddress(url)
          : kind === 'group'
            ? name === ''
            : spaceId === ''
      }
      error={write.error ? describeError(write.error, words) : undefined}
    >
      {(kind === 'section' || kind === 'variant') && (
        <SpaceSelect organizationId={params.organizationId} value={spaceId} onChange={setSpaceId} />
      )}
      {kind === 'variant' && sections.length > 0 && (
        <Select
          label={sites.section}
          choices={sections.map(({ id, label }) => ({ value: id, label }))}
          value={sectionId === '' ? (defaultSection?.id ?? '') : sectionId}
          onChange={setSectionId}
        />
      )}
      {kind !== 'variant' && (
        <div className="name-fields">
          <IconField value={icon} onChange={setIcon} />
          <TextField
            className="grow"
            label={sites.title}
            value={title}
            onChange={setTitle}
            autoComplete="off"
            {...(kind === 'section' && { help: sites.sectionTitleHelp })}
          />
        </div>
      )}
      {kind === 'link' && <LinkAddressField value={url} onChange={setUrl} />}
    </FormDialog>
  )
}
