import { created, deletion, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { GitSSHKey, GitSSHKeyList } from './schema.ts'
import type { GitSSHKeyService } from './service.ts'

const route = createRouteBuilder('Git synchronisation')

export const gitSSHKeyRoutes = (sshKeys: GitSSHKeyService): Route[] => [
  route.get(
    '/spaces/:spaceId/git/ssh-keys',
    {
      operationId: 'listGitSSHKeys',
      summary: 'List the SSH keys of a space',
      description:
        'The public halves of the keys that the space uses for a repository over ssh, newest first.',
      permission: 'space.admin',
      response: object(GitSSHKeyList),
    },
    ({ subject }) => sshKeys.list(subject),
  ),
  route.post(
    '/spaces/:spaceId/git/ssh-keys',
    {
      operationId: 'createGitSSHKey',
      summary: 'Create an SSH key for a space',
      description:
        'The private half stays here and is never shown. To replace a key, create one, add its public half to the ' +
        'repository, and delete the old one. 409 when the space has three.',
      permission: 'space.admin',
      response: created(GitSSHKey),
    },
    ({ caller, subject }) => sshKeys.create(caller, subject),
  ),
  route.delete(
    '/spaces/:spaceId/git/ssh-keys/:sshKeyId',
    {
      operationId: 'deleteGitSSHKey',
      summary: 'Delete an SSH key of a space',
      permission: 'space.admin',
      response: deletion,
    },
    ({ subject, params }) => sshKeys.delete(subject, params.sshKeyId),
  ),
]
