import { useQuery } from '@tanstack/react-query'
import { useGo } from '../../app/navigation.ts'
import { organizationsRead } from '../../app/organization.ts'
import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { chevronDown } from '../../ui/icon-paths.ts'
import { Menu } from '../../ui/menu.tsx'
import { PressButton } from '../../ui/press-button.tsx'

/** The name of the organization, and the way to the others. */
export function OrganizationSwitcher({ organizationId }: { organizationId: string }) {
  const { shell, common } = useWords()
  const go = useGo()
  const { data } = useQuery(organizationsRead)
  const items = data?.items ?? []
  const current = items.find(({ id }) => id === organizationId)
  const title = current?.title ?? common.loading
  return (
    <Menu
      label={shell.switchOrganization}
      items={items.map(({ id, title: label }) => ({
        id,
        label,
        isChecked: id === organizationId,
        onAction: () => go({ to: '/orgs/$organizationId', params: { organizationId: id } }),
      }))}
    >
      <PressButton className="switcher">
        <span className="sr">{shell.switchOrganization}</span>
        <span className="org-mark" aria-hidden="true">
          {Array.from(title)[0]?.toLocaleUpperCase()}
        </span>
        <span className="cut">{title}</span>
        <Icon of={chevronDown} />
      </PressButton>
    </Menu>
  )
}
