import { useOrganization } from '../../app/organization.ts'
import { useWords } from '../../locales/index.ts'
import { Select } from '../../ui/choice.tsx'
import { indexTree, listAncestors } from '../../ui/tree/index.ts'
import { useContent } from './use-content.ts'

/** Stands for the top of the organization in a list of collections. */
const TOP = ''

interface PlaceSelectProps {
  organizationId: string
  value: string | undefined
  onChange: (parent: string | undefined) => void
  /** Collections that cannot be chosen. */
  without?: ReadonlySet<string>
}

/** Chooses a collection in which one may create content, or the top. */
export function PlaceSelect({ organizationId, value, onChange, without }: PlaceSelectProps) {
  const { content } = useWords()
  const organization = useOrganization(organizationId)
  const { nodes } = useContent(organizationId)
  const index = indexTree(nodes)
  const canUseTop = organization?.permissions.createContent === true
  const collections = nodes.flatMap((node) => {
    if (node.kind !== 'collection' || without?.has(node.id) === true || !node.item.permissions.create)
      return []
    const way = [...listAncestors(index, node.id), node].map(({ label }) => label)
    return [{ value: node.id, label: way.join(' / ') }]
  })
  const choices = [...(canUseTop ? [{ value: TOP, label: content.topLevel }] : []), ...collections]
  return (
    <Select
      label={content.place}
      choices={choices}
      value={value ?? TOP}
      onChange={(next) => onChange(next === TOP ? undefined : next)}
    />
  )
}
