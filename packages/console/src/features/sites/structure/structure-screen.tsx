import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Site, SiteGitSync } from '../../../api/operations.ts'
import { describeError, LoadFailure } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { circleExclamation, circleInfo, plus } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Empty, Notice, SkeletonRows } from '../../../ui/states.tsx'
import { SiteScreen } from '../site-screen.tsx'
import { structureRead, useSiteParams } from '../use-site.ts'
import { AddDialog, type AddKind } from './add-dialog.tsx'
import { NodePanel } from './node-panel.tsx'
import { listStructureNodes, type StructureNode } from './structure-nodes.ts'
import { StructureTree } from './structure-tree.tsx'
import { useStructureWrites } from './use-structure-writes.ts'

interface Adding {
  kind: AddKind
  parent?: StructureNode | undefined
}

/** Sections, groups and variants of a site, in the order in which readers see them. */
export function StructureScreen() {
  const { sites } = useSiteWords()
  const [adding, setAdding] = useState<Adding>()
  return (
    <SiteScreen
      title={sites.structure}
      actions={(site) => site.permissions.create && <AddMenu onAdd={(kind) => setAdding({ kind })} />}
    >
      {(site) => (
        <>
          {site.gitSync && <GitSyncNotice gitSync={site.gitSync} />}
          <Structure site={site} onAdd={(kind, parent) => setAdding({ kind, parent })} />
          {adding && <AddDialog {...adding} onClose={() => setAdding(undefined)} />}
        </>
      )}
    </SiteScreen>
  )
}

/** Says that this structure is also in a repository, and what went wrong there last. */
function GitSyncNotice({ gitSync }: { gitSync: SiteGitSync }) {
  const { sites } = useSiteWords()
  const { repoName, ref, operation } = gitSync
  const hasFailed = operation?.state === 'failure'
  return (
    <Notice
      title={sites.gitSynced(repoName, ref.replace('refs/heads/', ''))}
      look={hasFailed ? 'warning' : 'info'}
      icon={hasFailed ? circleExclamation : circleInfo}
    >
      <p>{sites.gitSyncedText}</p>
      {hasFailed && <p className="site-sync-error">{sites.gitFailed(operation.error ?? '')}</p>}
    </Notice>
  )
}

function AddMenu({ onAdd }: { onAdd: (kind: AddKind) => void }) {
  const { sites } = useSiteWords()
  const { data } = useQuery(structureRead(useSiteParams()))
  return (
    <Menu
      label={sites.add}
      placement="bottom end"
      items={[
        {
          id: 'section',
          label: sites.addSection,
          note: sites.addSectionNote,
          onAction: () => onAdd('section'),
        },
        {
          id: 'variant',
          label: sites.addVariant,
          note: sites.addVariantNote,
          onAction: () => onAdd('variant'),
        },
        { id: 'group', label: sites.addGroup, note: sites.addGroupNote, onAction: () => onAdd('group') },
        // Links stand beside sections.
        data?.type === 'sections' && {
          id: 'link',
          label: sites.addLink,
          note: sites.addLinkNote,
          onAction: () => onAdd('link'),
        },
      ]}
    >
      <Button icon={plus} label={sites.add} />
    </Menu>
  )
}

/** Fills a site that shows nothing. */
function TemplateButton() {
  const words = useSiteWords()
  const { applyTemplate: apply } = useStructureWrites(useSiteParams())
  return (
    <>
      <Button
        label={words.sites.applyTemplate}
        isBusy={apply.isPending}
        onPress={() => apply.mutate(undefined)}
      />
      {apply.error && (
        <p role="alert" className="form-error">
          {describeError(apply.error, words)}
        </p>
      )}
    </>
  )
}

interface StructureProps {
  site: Site
  onAdd: (kind: AddKind, parent?: StructureNode) => void
}

function Structure({ site, onAdd }: StructureProps) {
  const { sites, common } = useSiteWords()
  const params = useSiteParams()
  const { item } = useSearch({ from: '/signed-in/orgs/$organizationId/sites/$siteId/' })
  const { data, error, refetch } = useQuery(structureRead(params))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={common.loading} />
  const nodes = listStructureNodes(data)
  const selected = nodes.find(({ id }) => id === item)
  const canChange = site.permissions.create
  if (nodes.length === 0) {
    return (
      <Empty
        title={sites.emptyTitle}
        actions={
          canChange && (
            <>
              <Button look="primary" icon={plus} label={sites.addFirst} onPress={() => onAdd('variant')} />
              {site.permissions.admin && <TemplateButton />}
            </>
          )
        }
      >
        {sites.emptyText}
      </Empty>
    )
  }
  return (
    <div className="site-structure">
      <div>
        <p className="soft">{canChange ? sites.structureHelp : sites.structureReadHelp}</p>
        <StructureTree site={site} nodes={nodes} selectedId={selected?.id} onAdd={onAdd} />
      </div>
      {selected && (
        <NodePanel key={selected.id} site={site} node={selected} hasSections={data.type === 'sections'} />
      )}
    </div>
  )
}
