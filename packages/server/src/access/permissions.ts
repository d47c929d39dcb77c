import { type MemberRole, type Role, reaches, type TeamRole } from './roles.ts'

/** One rule: the weakest role on the subject that suffices. */
interface Rule {
  on: 'organization' | 'collection' | 'space' | 'site' | 'self' | 'anyone'
  atLeast: Role | 'guest'
  /** For what the role alone does not decide: who may, in words; a service holds it. */
  who?: string
}

const self = { on: 'self', atLeast: 'guest' } as const
const organization = (atLeast: Role | 'guest') => ({ on: 'organization', atLeast }) as const
const collection = (atLeast: Role) => ({ on: 'collection', atLeast }) as const
const space = (atLeast: Role) => ({ on: 'space', atLeast }) as const
const site = (atLeast: Role) => ({ on: 'site', atLeast }) as const

/**
 * Every permission there is, and the weakest role that has it. Routes name one of these; the `permissions` of
 * answers are read from the same table.
 */
export const permissions = {
  /** Open to the world. */
  public: { on: 'anyone', atLeast: 'guest' },
  /** Any signed-in person, about themselves or by rules of the service's own. */
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
  /** What it shows, and in which order. */
  'site.create': site('create'),
  /** Its settings, and who may read it. */
  'site.admin': site('admin'),
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

export type PermissionOn<Kind extends Rule['on']> = {
  [Name in Permission]: (typeof permissions)[Name]['on'] extends Kind ? Name : never
}[Permission]

/** Whether someone with this role on the subject has the permission. Being there at all makes a guest. */
export function allows(permission: Permission, role: MemberRole): boolean {
  const { atLeast } = permissions[permission]
  return atLeast === 'guest' || reaches(role, atLeast)
}

export const organizationPermissions = (role: MemberRole, ownsTeam: boolean) => {
  const admin = allows('organization.admin', role)
  return {
    view: true,
    access: true,
    admin,
    ownTeam: ownsTeam,
    createContent: allows('organization.createContent', role),
    createOpenAPISpec: allows('organization.createOpenAPISpec', role),
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: allows('organization.listMembers', role),
    listTeams: allows('organization.listTeams', role),
    listIntegrations: allows('organization.listMembers', role),
    listInstallations: allows('organization.listMembers', role),
    installIntegration: admin,
  }
}

export const collectionPermissions = (role: MemberRole) => ({
  view: allows('collection.view', role),
  admin: allows('collection.admin', role),
  viewInviteLinks: allows('collection.admin', role),
  create: allows('collection.create', role),
})

export const spacePermissions = (role: MemberRole) => ({
  view: allows('space.view', role),
  access: allows('space.view', role),
  admin: allows('space.admin', role),
  viewInviteLinks: allows('space.admin', role),
  edit: allows('space.edit', role),
  triggerGitSync: allows('space.triggerGitSync', role),
  comment: allows('space.comment', role),
  merge: allows('space.merge', role),
  review: allows('space.review', role),
  installIntegration: allows('space.admin', role),
})

export const sitePermissions = (role: MemberRole) => ({
  view: allows('site.view', role),
  access: allows('site.view', role),
  edit: reaches(role, 'edit'),
  create: allows('site.create', role),
  admin: allows('site.admin', role),
  installIntegration: allows('site.admin', role),
  viewAdaptiveSchema: allows('site.view', role),
  editAdaptiveSchema: allows('site.admin', role),
})

/** Teams are managed by the organization's admins and by their own owners; members may look at them. */
export const teamPermissions = (role: MemberRole, teamRole: TeamRole | null) => ({
  admin: allows('organization.admin', role) || teamRole === 'owner',
  view: allows('organization.listTeams', role) || teamRole !== null,
})
