import { useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { book, folder, plus } from '../../ui/icon-paths.ts'
import { Menu } from '../../ui/menu.tsx'
import { useContentActions } from './use-content-actions.tsx'

/** The plus beside the spaces of the side bar. */
export function NewContentMenu({ organizationId }: { organizationId: string }) {
  const { shell, content } = useWords()
  const actions = useContentActions(organizationId, [])
  if (!actions.canCreate) return null
  return (
    <>
      <Menu
        label={shell.newSpaceOrCollection}
        items={[
          { id: 'space', label: content.newSpace, icon: book, onAction: () => actions.createSpace() },
          {
            id: 'collection',
            label: content.newCollection,
            icon: folder,
            onAction: () => actions.createCollection(),
          },
        ]}
      >
        <Button look="quiet" isDense isIconOnly icon={plus} label={shell.newSpaceOrCollection} />
      </Menu>
      {actions.dialog}
    </>
  )
}
