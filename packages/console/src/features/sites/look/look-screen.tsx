import { useQuery } from '@tanstack/react-query'
import { useBlocker, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Site } from '../../../api/operations.ts'
import { describeError, LoadFailure } from '../../../app/load-failure.tsx'
import { useGo } from '../../../app/navigation.ts'
import { useShortcuts } from '../../../app/shortcuts.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choice.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { ellipsis, rotateLeft } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { SiteScreen } from '../site-screen.tsx'
import { listSiteSpaces } from '../structure/structure-nodes.ts'
import { structureRead, useSiteParams } from '../use-site.ts'
import { CopyLookDialog } from './copy-look-dialog.tsx'
import { LookControls } from './look-controls.tsx'
import { listChangedPaths, type LookValues } from './look-values.ts'
import { LookPreviewPane } from './look-preview-pane.tsx'
import { type SavedLook, useLookWrites, useSavedLook } from './use-look.ts'
import { useHistory } from './use-history.ts'
import './look.css'
import { rotateRight } from '../../../ui/icon-paths.ts'

/** Stands for the whole site among the things whose look can be changed. */
const WHOLE_SITE = ''

/** How a site looks, beside a page of it that follows every change. */
export function LookScreen() {
  const { sites } = useSiteWords()
  return (
    <SiteScreen title={sites.look} hasPublish={false} isBare>
      {(site) =>
        site.permissions.admin ? (
          <SavedLookLoader site={site} />
        ) : (
          <div className="wrap">
            <h1 className="sr">{sites.titleOf(sites.look, site.title)}</h1>
            <Empty title={sites.look}>{sites.adminsOnly}</Empty>
          </div>
        )
      }
    </SiteScreen>
  )
}

function SavedLookLoader({ site }: { site: Site }) {
  const { common, sites } = useSiteWords()
  const params = useSiteParams()
  const { siteSpace } = useSearch({ from: '/signed-in/orgs/$organizationId/sites/$siteId/look' })
  const { look, error, refetch } = useSavedLook(params, site.title, siteSpace)
  return (
    <>
      <h1 className="sr">{sites.titleOf(sites.look, site.title)}</h1>
      {error ? (
        <div className="wrap">
          <LoadFailure error={error} onRetry={refetch} />
        </div>
      ) : look ? (
        <LookEditor key={siteSpace ?? WHOLE_SITE} saved={look} siteSpaceId={siteSpace} />
      ) : (
        <div className="wrap">
          <SkeletonRows label={common.loading} />
        </div>
      )}
    </>
  )
}

function LookEditor({ saved, siteSpaceId }: { saved: SavedLook; siteSpaceId: string | undefined }) {
  const words = useSiteWords()
  const { siteLook, common } = words
  const params = useSiteParams()
  const history = useHistory<LookValues>(saved.values)
  const values = history.value
  const { save, followSite } = useLookWrites(params, saved, siteSpaceId)
  const [isCopying, setCopying] = useState(false)
  const changed = listChangedPaths(values, saved.values)
  const blocker = useBlocker({
    shouldBlockFn: () => changed.length > 0,
    enableBeforeUnload: () => changed.length > 0,
    withResolver: true,
  })
  const change = (path: string, value: unknown): void =>
    history.change(path, (current) => ({ ...current, [path]: value }))
  const replace = (next: LookValues): void => history.change(`all ${Date.now()}`, () => next)
  useShortcuts([
    { keys: 'Ctrl Z', label: common.undo, run: history.undo },
    { keys: 'Ctrl Shift Z', label: siteLook.redo, run: history.redo },
  ])
  return (
    <div className="look">
      <div className="look-side">
        <div className="look-bar">
          <TargetSelect value={siteSpaceId} />
          <Button
            look="quiet"
            isIconOnly
            icon={rotateLeft}
            label={common.undo}
            isDisabled={!history.canUndo}
            onPress={history.undo}
          />
          <Button
            look="quiet"
            isIconOnly
            icon={rotateRight}
            label={siteLook.redo}
            isDisabled={!history.canRedo}
            onPress={history.redo}
          />
          <Menu
            label={common.more}
            placement="bottom end"
            items={[
              { id: 'copy', label: siteLook.copyFrom, onAction: () => setCopying(true) },
              siteSpaceId === undefined && {
                id: 'reset',
                label: siteLook.resetAll,
                note: siteLook.resetNote,
                onAction: () => replace(saved.defaults),
              },
              saved.hasOverrides && {
                id: 'follow',
                label: siteLook.followSite,
                onAction: () =>
                  followSite.mutate(undefined, {
                    onSuccess: () => {
                      replace(saved.ofSite)
                      showToast({ message: siteLook.followsSite })
                    },
                  }),
              },
            ]}
          >
            <Button look="quiet" isIconOnly icon={ellipsis} label={common.more} />
          </Menu>
        </div>
        <LookControls values={values} saved={saved} onChange={change} onReplace={replace} />
        <div className="look-foot">
          {save.error ? (
            <p role="alert" className="form-error">
              {describeError(save.error, words)}
            </p>
          ) : (
            <span className="soft" role="status">
              {changed.length === 0 ? siteLook.allSaved : siteLook.unsaved(changed.length)}
            </span>
          )}
          <div className="actions">
            <Button
              look="quiet"
              label={siteLook.discard}
              isDisabled={changed.length === 0}
              onPress={() => replace(saved.values)}
            />
            <Button
              look="primary"
              label={common.save}
              isBusy={save.isPending}
              isDisabled={changed.length === 0}
              onPress={() =>
                save.mutate(values, { onSuccess: () => showToast({ message: siteLook.savedLook }) })
              }
            />
          </div>
        </div>
      </div>
      <LookPreviewPane values={values} saved={saved} siteSpaceId={siteSpaceId} />
      {isCopying && (
        <CopyLookDialog
          onCopy={(copied) => {
            setCopying(false)
            replace({ ...copied, title: values['title'] })
          }}
          onClose={() => setCopying(false)}
        />
      )}
      {blocker.status === 'blocked' && (
        <FormDialog
          title={siteLook.leaveTitle}
          isOpen
          isDangerous
          onClose={blocker.reset}
          action={siteLook.leave}
          cancel={siteLook.stay}
          onSubmit={blocker.proceed}
        >
          <p>{siteLook.leaveText}</p>
        </FormDialog>
      )}
    </div>
  )
}

/** Whose look is changed: that of the whole site, or of one of its spaces where it differs. */
function TargetSelect({ value }: { value: string | undefined }) {
  const { siteLook } = useSiteWords()
  const params = useSiteParams()
  const go = useGo()
  const { data } = useQuery(structureRead(params))
  const spaces = data ? listSiteSpaces(data) : []
  return (
    <Select
      label={siteLook.target}
      isLabelHidden
      isQuiet
      choices={[
        { value: WHOLE_SITE, label: siteLook.wholeSite },
        ...spaces.map(({ id, title }) => ({ value: id, label: siteLook.only(title) })),
      ]}
      value={value ?? WHOLE_SITE}
      onChange={(next) =>
        go({
          to: '/orgs/$organizationId/sites/$siteId/look',
          params,
          search: next === WHOLE_SITE ? {} : { siteSpace: next },
        })
      }
    />
  )
}
