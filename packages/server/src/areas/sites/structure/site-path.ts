/** The path of a site below `/v1` and `/app`. */
export const sitePath = ({ organizationId, id }: { organizationId: string; id: string }): string =>
  `/orgs/${organizationId}/sites/${id}`
