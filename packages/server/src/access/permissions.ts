import { type MemberRole, type Role, includesRole, type TeamRole } from './roles.ts'

/** One rule: the weakest role on the subject that suffices. */
interface PermissionRule {
  on: 'organization' | 'collection' | 'space' | 'site' | 'self' | 'anyone'
  atLeast: Role | 'guest'
  /** Describes the rule in words where the role alone does not decide. A service then enforces it. */
  who?: string
}

const self = { on: 'self', atLeast: 'guest' } as const
const organization = (atLeast: Role | 'guest') => ({ on: 'organization', atLeast }) as const
const collection = (atLeast: Role) => ({ on: 'collection', atLeast }) as const
const space = (atLeast: Role) => ({ on: 'space', atLeast }) as const
const site = (atLeast: Role) => ({ on: 'site', atLeast }) as const

/**
 * Every permission there is, and the weakest role that has it. Routes name one of these; the `permissions` of
 * responses are computed from the same table.
 */
export const permissions = {
  /** Open to the world. */
  public: { on: 'anyone', atLeast: 'guest' },
  /** Every signed-in person, about themselves or by rules that a service enforces. */
  self: self,

  'organization.view': organization('guest'),
  'organization.listMembers': organization('read'),
  'organization.listTeams': organization('read'),
  'organization.upload': organization('edit'),
  'organization.createContent': organization('create'),
  'organization.viewOpenAPISpecs': organization('read'),
  'organization.createOpenAPISpec': organization('create'),
  'organization.admin': organization('admin'),

  'content.create': {
    ...organization('guest'),
    who: 'Needs the role `create` in the parent collection, or in the organization.',
  },
  'member.view': { ...organization('guest'), who: 'Guests see only themselves.' },
  'member.remove': { ...organization('guest'), who: 'Admins remove anyone, everyone may leave.' },
  'member.spaces': { ...organization('guest'), who: 'For admins and the member.' },
  'team.view': { ...organization('guest'), who: 'Guests see only the teams they are in.' },
  'team.admin': { ...organization('guest'), who: 'For admins of the organization and owners of the team.' },
  'invite.admin': {
    ...organization('guest'),
    who: 'For admins of what the link invites to: the organization, the space or the collection.',
  },

  'job.change': {
    ...organization('guest'),
    who: 'Needs the role `edit` on the space of the job; for translations, the role `create`.',
  },

  'import.start': { ...organization('guest'), who: 'Needs the role `edit` in the space.' },

  'translation.view': { ...organization('guest'), who: 'For those who see the space that is translated.' },
  'translation.edit': {
    ...organization('guest'),
    who: 'Needs the role `create` in the space that is translated.',
  },
  'glossary.view': organization('read'),
  'glossary.edit': organization('create'),

  'collection.view': collection('read'),
  'collection.create': collection('create'),
  'collection.admin': collection('admin'),

  'space.view': space('read'),
  'space.comment': space('comment'),
  'space.edit': space('edit'),
  'space.review': space('review'),
  'space.merge': space('review'),
  'space.triggerGitSync': space('edit'),
  'space.translate': space('create'),
  'space.admin': space('admin'),

  'site.view': site('read'),
  /** Changes the content of the site and its order. */
  'site.create': site('create'),
  /** Changes the settings of the site and who may read it. */
  'site.admin': site('admin'),
} as const satisfies Record<string, PermissionRule>

export type Permission = keyof typeof permissions

export type PermissionOn<Kind extends PermissionRule['on']> = {
  [Name in Permission]: (typeof permissions)[Name]['on'] extends Kind ? Name : never
}[Permission]

/** Whether someone with this role on the subject has the permission. Every member has the permissions of a guest. */
export function hasPermission(permission: Permission, role: MemberRole): boolean {
  const { atLeast } = permissions[permission]
  return atLeast === 'guest' || includesRole(role, atLeast)
}

export const organizationPermissions = (role: MemberRole, ownsTeam: boolean) => {
  const admin = hasPermission('organization.admin', role)
  return {
    view: true,
    access: true,
    admin,
    ownTeam: ownsTeam,
    createContent: hasPermission('organization.createContent', role),
    createOpenAPISpec: hasPermission('organization.createOpenAPISpec', role),
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: hasPermission('organization.listMembers', role),
    listTeams: hasPermission('organization.listTeams', role),
    listIntegrations: hasPermission('organization.listMembers', role),
    listInstallations: hasPermission('organization.listMembers', role),
    installIntegration: admin,
  }
}

export const collectionPermissions = (role: MemberRole) => ({
  view: hasPermission('collection.view', role),
  admin: hasPermission('collection.admin', role),
  viewInviteLinks: hasPermission('collection.admin', role),
  create: hasPermission('collection.create', role),
})

export const spacePermissions = (role: MemberRole) => ({
  view: hasPermission('space.view', role),
  access: hasPermission('space.view', role),
  admin: hasPermission('space.admin', role),
  viewInviteLinks: hasPermission('space.admin', role),
  edit: hasPermission('space.edit', role),
  triggerGitSync: hasPermission('space.triggerGitSync', role),
  comment: hasPermission('space.comment', role),
  merge: hasPermission('space.merge', role),
  review: hasPermission('space.review', role),
  installIntegration: hasPermission('space.admin', role),
})

export const sitePermissions = (role: MemberRole) => ({
  view: hasPermission('site.view', role),
  access: hasPermission('site.view', role),
  edit: includesRole(role, 'edit'),
  create: hasPermission('site.create', role),
  admin: hasPermission('site.admin', role),
  installIntegration: hasPermission('site.admin', role),
  viewAdaptiveSchema: hasPermission('site.view', role),
  editAdaptiveSchema: hasPermission('site.admin', role),
})

/** Teams are managed by the organization's admins and by their own owners; members may look at them. */
export const teamPermissions = (role: MemberRole, teamRole: TeamRole | null) => ({
  admin: hasPermission('organization.admin', role) || teamRole === 'owner',
  view: hasPermission('organization.listTeams', role) || teamRole !== null,
})
