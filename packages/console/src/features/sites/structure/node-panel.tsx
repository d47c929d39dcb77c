import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Site } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { xmark } from '../../../ui/icon-paths.ts'
import { showToast } from '../../../ui/toast.tsx'
import { SiteAddress } from '../site-address.tsx'
import { useSiteParams } from '../use-site.ts'
import { ConditionField } from './condition-field.tsx'
import { isWebAddress, LinkAddressField } from './link-address-field.tsx'
import { IconField } from './icon-field.tsx'
import { LocalizedTitleField } from './localized-title-field.tsx'
import { SpaceSelect } from './space-select.tsx'
import type { StructureNode } from './structure-nodes.ts'
import { type NodeChanges, useStructureWrites } from './use-structure-writes.ts'
import { star } from '../../../ui/icon-paths.ts'

interface NodePanelProps {
  site: Site
  node: StructureNode
  hasSections: boolean
}

interface Draft {
  title: string
  icon: string
  path: string
  description: string
  condition: string
  spaceId: string
  url: string
  isDraft: boolean
  isHidden: boolean
  localizedTitle: Record<string, string>
}

const readDraft = ({ kind, item, label }: StructureNode): Draft => ({
  title: label,
  icon: 'icon' in item ? (item.icon ?? '') : '',
  path: 'path' in item ? item.path : '',
  description: 'description' in item ? (item.description ?? '') : '',
  condition: 'condition' in item ? (item.condition ?? '') : '',
  spaceId: kind === 'variant' ? item.space.id : '',
  url: kind === 'link' ? item.url : '',
  isDraft: item.draft,
  isHidden: kind === 'variant' && item.hidden,
  localizedTitle: item.localizedTitle ?? {},
})

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** Only what differs is sent, so that it cannot undo what somebody else changed. */
function findChanges(before: Draft, after: Draft): NodeChanges {
  return {
    ...(after.title.trim() !== before.title && { title: after.title.trim() }),
    ...(after.icon !== before.icon && { icon: orNull(after.icon) }),
    ...(after.path.trim() !== before.path && { path: after.path.trim() }),
    ...(after.description !== before.description && { description: orNull(after.description) }),
    ...(after.condition !== before.condition && { condition: orNull(after.condition) }),
    ...(after.spaceId !== before.spaceId && { spaceId: after.spaceId }),
    ...(after.url.trim() !== before.url && { url: after.url.trim() }),
    ...(after.isDraft !== before.isDraft && { draft: after.isDraft }),
    ...(after.isHidden !== before.isHidden && { hidden: after.isHidden }),
    ...(JSON.stringify(after.localizedTitle) !== JSON.stringify(before.localizedTitle) && {
      localizedTitle: withoutEmpty(after.localizedTitle),
    }),
  }
}

/** The titles that say something; null if none does. */
function withoutEmpty(titles: Record<string, string>): Record<string, string> | null {
  const filled = Object.entries(titles).flatMap(([language, title]) =>
    title.trim() === '' ? [] : [[language, title.trim()]],
  )
  return filled.length === 0 ? null : (Object.fromEntries(filled) as Record<string, string>)
}

const hasPath = ({ kind }: StructureNode): boolean => kind === 'section' || kind === 'variant'

/** Everything about a section, a group, a link or a variant, beside the tree. */
export function NodePanel({ site, node, hasSections }: NodePanelProps) {
  const words = useSiteWords()
  const { sites, common } = words
  const params = useSiteParams()
  const { change, makeDefault } = useStructureWrites(params)
  const fail = useFailureToast()
  const before = readDraft(node)
  // Only what was typed is kept, so that the rest follows what others change meanwhile.
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const draft = { ...before, ...edits }
  const set = (part: Partial<Draft>): void => setEdits({ ...edits, ...part })
  const changes = findChanges(before, draft)
  const canChange = site.permissions.create
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (Object.keys(changes).length === 0 || change.isPending) return
    change.mutate(
      { node, changes },
      {
        onSuccess: () => {
          setEdits({})
          showToast({
            message: changes.path === undefined ? words.settings.saved : sites.pathChanged(before.path),
          })
        },
      },
    )
  }
  const published =
    'urls' in node.item && 'published' in node.item.urls ? node.item.urls.published : undefined
  return (
    <section className="node-panel" aria-labelledby="node-panel-title">
      <div className="section-head">
        <h2 id="node-panel-title" className="cut">
          {sites.kinds[node.kind]}
        </h2>
        <Link
          className="btn quiet square"
          to="/orgs/$organizationId/sites/$siteId"
          params={params}
          search={{}}
          resetScroll={false}
          aria-label={common.close}
        >
          <Icon of={xmark} />
        </Link>
      </div>
      {published !== undefined && <SiteAddress url={published} />}
      <form className="form" onSubmit={submit} noValidate>
        <fieldset className="plain-fieldset" disabled={!canChange}>
          <NodeFields
            node={node}
            draft={draft}
            set={set}
            organizationId={params.organizationId}
            isReadOnly={!canChange}
          />
        </fieldset>
        {changes.path !== undefined && site.published && (
          <p className="soft">{sites.pathNote(before.path)}</p>
        )}
        {change.error && (
          <p role="alert" className="form-error">
            {describeError(change.error, words)}
          </p>
        )}
        {canChange && (
          <div className="actions">
            <Button
              type="submit"
              look="primary"
              label={common.save}
              isBusy={change.isPending}
              isDisabled={
                Object.keys(changes).length === 0 ||
                draft.title.trim() === '' ||
                (hasPath(node) && draft.path.trim() === '') ||
                (node.kind === 'link' && !isWebAddress(draft.url))
              }
            />
            {'default' in node.item && !node.item.default && (
              <Button
                icon={star}
                label={
                  node.kind === 'variant' && hasSections ? sites.makeDefaultInSection : sites.makeDefault
                }
                isBusy={makeDefault.isPending}
                onPress={() => makeDefault.mutate(node, { onError: fail })}
              />
            )}
          </div>
        )}
      </form>
    </section>
  )
}

interface NodeFieldsProps {
  node: StructureNode
  draft: Draft
  set: (part: Partial<Draft>) => void
  organizationId: string
  isReadOnly: boolean
}

function NodeFields({ node, draft, set, organizationId, isReadOnly }: NodeFieldsProps) {
  const { sites } = useSiteWords()
  return (
    <>
      {node.kind === 'variant' ? (
        <SpaceSelect
          organizationId={organizationId}
          value={draft.spaceId}
          onChange={(spaceId) => set({ spaceId })}
          chosen={node.item.space}
        />
      ) : (
        <div className="name-fields">
          {!isReadOnly && <IconField value={draft.icon} onChange={(icon) => set({ icon })} />}
          <TextField
            className="grow"
            label={sites.title}
            value={draft.title}
            onChange={(title) => set({ title })}
            isReadOnly={isReadOnly}
          />
        </div>
      )}
      {node.kind === 'link' && (
        <LinkAddressField value={draft.url} onChange={(url) => set({ url })} isReadOnly={isReadOnly} />
      )}
      {!isReadOnly && (
        <Switch
          label={sites.draft}
          {...(node.kind !== 'link' && { help: sites.draftHelp })}
          isChecked={draft.isDraft}
          onChange={(isDraft) => set({ isDraft })}
        />
      )}
      {!isReadOnly && node.kind === 'variant' && (
        <Switch
          label={sites.hidden}
          help={sites.hiddenHelp}
          isChecked={draft.isHidden}
          onChange={(isHidden) => set({ isHidden })}
        />
      )}
      {'path' in node.item && (
        <TextField
          label={sites.path}
          value={draft.path}
          onChange={(path) => set({ path })}
          isReadOnly={isReadOnly}
          help={node.item.default ? sites.pathOfDefault : sites.pathHelp}
        />
      )}
      {(node.kind === 'section' || node.kind === 'link') && (
        <TextField
          label={sites.description}
          value={draft.description}
          onChange={(description) => set({ description })}
          isReadOnly={isReadOnly}
          isMultiline
          rows={2}
          help={sites.descriptionHelp}
        />
      )}
      {node.kind !== 'group' && (
        <ConditionField
          value={draft.condition}
          onChange={(condition) => set({ condition })}
          isReadOnly={isReadOnly}
        />
      )}
      <LocalizedTitleField
        value={draft.localizedTitle}
        onChange={(localizedTitle) => set({ localizedTitle })}
        isReadOnly={isReadOnly}
      />
    </>
  )
}
