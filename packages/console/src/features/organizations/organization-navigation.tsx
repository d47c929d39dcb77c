import { useRef } from 'react'
import { NavigationRow } from '../../app/navigation-row.tsx'
import { useWords } from '../../locales/index.ts'
import { house } from '../../ui/icon-paths.ts'
import { ContentTree } from '../content/index.ts'
import { PaletteButton } from '../palette/index.ts'

/** The places of an organization, and the tree of its spaces. */
export function OrganizationNavigation({ organizationId }: { organizationId: string }) {
  const { shell } = useWords()
  const params = { organizationId }
  const bodyRef = useRef<HTMLDivElement>(null)
  return (
    <div className="sidebar-body" ref={bodyRef}>
      <PaletteButton />
      <NavigationRow
        icon={house}
        link={{ to: '/orgs/$organizationId', params, activeOptions: { exact: true } }}
      >
        {shell.home}
      </NavigationRow>
      <div className="sidebar-group">
        <div className="sidebar-title">
          <h2>{shell.spaces}</h2>
        </div>
        <ContentTree organizationId={organizationId} scrollRef={bodyRef} />
      </div>
    </div>
  )
}
