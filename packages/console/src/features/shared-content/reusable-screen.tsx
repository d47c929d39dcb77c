import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/index.ts'
import { getCurrentRevision, getSpaceById } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useSharedWords } from '../../locales/features/shared-content.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cube, plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { ReusableDialog } from './reusable-dialog.tsx'
import { SharedTabs } from './shared-tabs.tsx'

/** The texts of a space that are written once and included in many pages. */
export function ReusableScreen() {
  const { shared, common } = useSharedWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const crumb = useSpaceCrumb(spaceId)
  const [isAdding, setAdding] = useState(false)
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const { data, error, refetch } = useQuery(
    read(getCurrentRevision, { spaceId, query: { fields: 'shared' } }),
  )
  return (
    <Screen
      title={shared.reusable}
      crumbs={[crumb]}
      tabs={<SharedTabs spaceId={spaceId} />}
      actions={
        space?.permissions.edit === true && (
          <Button look="primary" icon={plus} label={shared.addReusable} onPress={() => setAdding(true)} />
        )
      }
    >
      <h1 className="sr">{shared.reusable}</h1>
      {isAdding && <ReusableDialog spaceId={spaceId} onClose={() => setAdding(false)} />}
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={common.loading} />
      ) : data.reusableContents.length === 0 ? (
        <Empty title={shared.noReusable}>{shared.noReusableText}</Empty>
      ) : (
        <ul className="list">
          {data.reusableContents.map(({ id, title }) => (
            <li key={id}>
              <Link
                className="item line-item"
                to="/spaces/$spaceId/reusable/$reusableContentId"
                params={{ spaceId, reusableContentId: id }}
              >
                <Icon of={cube} />
                <span className="grow">
                  <span className="title cut">{title}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  )
}
