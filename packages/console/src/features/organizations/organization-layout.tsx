import { Outlet, useParams } from '@tanstack/react-router'
import { OrganizationFrame } from './organization-frame.tsx'

/** The side bar of the organization in the address, beside the screens in it. */
export function OrganizationLayout() {
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  return <OrganizationFrame organizationId={organizationId} screen={<Outlet />} />
}
