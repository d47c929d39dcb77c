import type { Space } from '../../api/operations.ts'
import { useOrganization } from '../../app/organization.ts'
import { useContent } from '../content/index.ts'

/**
 * The spaces that a person may translate: a translation is a new space beside its source, so one has to be allowed to make a
 * space there. The API also asks for the role `create` in the space itself, which usually comes with it.
 */
export function useTranslatableSpaces(organizationId: string): Space[] {
  const canUseTop = useOrganization(organizationId)?.permissions.createContent === true
  const { nodes } = useContent(organizationId)
  const collections = new Set(
    nodes.flatMap((node) => (node.kind === 'collection' && node.item.permissions.create ? [node.id] : [])),
  )
  return nodes.flatMap((node) => {
    if (node.kind !== 'space' || !node.item.permissions.merge) return []
    const canCreate = node.item.parent === undefined ? canUseTop : collections.has(node.item.parent)
    return canCreate ? [node.item] : []
  })
}
