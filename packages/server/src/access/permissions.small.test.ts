import { expect, test } from 'vitest'
import {
  hasPermission,
  collectionPermissions,
  type Permission,
  permissions,
  spacePermissions,
  teamPermissions,
} from './permissions.ts'
import { type MemberRole, roles } from './roles.ts'

const everyone: MemberRole[] = [null, ...roles]

/** Who has each permission, weakest first, written out: the table in the code must not drift from it. */
const holders: Record<Permission, MemberRole[]> = {
  public: everyone,
  self: everyone,
  'organization.view': everyone,
  'organization.listMembers': ['read', 'comment', 'edit', 'review', 'create', 'admin'],
  'organization.listTeams': ['read', 'comment', 'edit', 'review', 'create', 'admin'],
  'organization.upload': ['edit', 'review', 'create', 'admin'],
  'organization.createContent': ['create', 'admin'],
  'organization.viewOpenAPISpecs': ['read', 'comment', 'edit', 'review', 'create', 'admin'],
  'organization.createOpenAPISpec': ['create', 'admin'],
  'organization.admin': ['admin'],
  'content.create': everyone,
  'member.view': everyone,
  'member.remove': everyone,
  'member.spaces': everyone,
  'team.view': everyone,
  'team.admin': everyone,
  'invite.admin': everyone,
  'job.change': everyone,
  'import.start': everyone,
  'translation.view': everyone,
  'translation.edit': everyone,
  'glossary.view': ['read', 'comment', 'edit', 'review', 'create', 'admin'],
  'glossary.edit': ['create', 'admin'],
  'collection.view': ['read', 'comment', 'edit', 'review', 'create', 'admin'],
  'collection.create': ['create', 'admin'],
  'collection.admin': ['admin'],
  'space.view': ['read', 'comment', 'edit', 'review', 'create', 'admin'],
  'space.comment': ['comment', 'edit', 'review', 'create', 'admin'],
  'space.edit': ['edit', 'review', 'create', 'admin'],
  'space.triggerGitSync': ['edit', 'review', 'create', 'admin'],
  'space.translate': ['create', 'admin'],
  'space.review': ['review', 'create', 'admin'],
  'space.merge': ['review', 'create', 'admin'],
  'space.admin': ['admin'],
  'site.view': ['read', 'comment', 'edit', 'review', 'create', 'admin'],
  'site.create': ['create', 'admin'],
  'site.admin': ['admin'],
}

test.each(Object.keys(permissions) as Permission[])('%s', (permission) => {
  expect(everyone.filter((role) => hasPermission(permission, role))).toEqual(holders[permission])
})

test('the permissions in the response of a space follow from the table', () => {
  for (const role of everyone) {
    expect(spacePermissions(role)).toMatchObject({
      view: hasPermission('space.view', role),
      comment: hasPermission('space.comment', role),
      edit: hasPermission('space.edit', role),
      review: hasPermission('space.review', role),
      merge: hasPermission('space.merge', role),
      admin: hasPermission('space.admin', role),
    })
    expect(collectionPermissions(role)).toMatchObject({
      view: hasPermission('collection.view', role),
      create: hasPermission('collection.create', role),
      admin: hasPermission('collection.admin', role),
    })
  }
})

test('admins and owners manage teams; members with a role and members of the team see them', () => {
  expect(teamPermissions('admin', null)).toEqual({ admin: true, view: true })
  expect(teamPermissions('create', null)).toEqual({ admin: false, view: true })
  expect(teamPermissions('read', 'owner')).toEqual({ admin: true, view: true })
  expect(teamPermissions(null, 'member')).toEqual({ admin: false, view: true })
  expect(teamPermissions(null, null)).toEqual({ admin: false, view: false })
})
