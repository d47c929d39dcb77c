/** The path of a site below `/v1` and `/app`. */
export const buildSitePath = ({ organizationId, id }: { organizationId: string; id: string }): string =>
  `/orgs/${organizationId}/sites/${id}`
