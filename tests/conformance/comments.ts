import { expect, test } from 'vitest'
import type { ChangeRequest } from '../../packages/server/src/areas/content/change-requests/schema.ts'
import type { Comment, CommentReply } from '../../packages/server/src/areas/review/comments/schema.ts'
import type { Member } from '../../packages/server/src/areas/organizations/members/schema.ts'
import type { RevisionPage } from '../../packages/server/src/areas/content/revisions/schema.ts'
import type { Space } from '../../packages/server/src/areas/content/spaces/schema.ts'
import { createSpace, type List, type Suite, type World } from './world.ts'

const pageText = 'Some text.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
const body = (markdown: string) => ({ body: { markdown } })

/** A change request with a page, and the space that it was merged into. */
async function createContent(world: World) {
  const { admin } = world
  const { id: spaceId } = await createSpace(world)
  const { id } = await admin.api.call<ChangeRequest>('createChangeRequest', 201, { spaceId, body: {} })
  const given = { spaceId, changeRequestId: id }
  const changes = [{ operation: 'insert_page', title: 'Guide', document: { markdown: pageText } }]
  await admin.api.call('updateChangeRequestContent', 200, { ...given, body: { changes } })
  const page = await admin.api.call<RevisionPage>('getPageInChangeRequestByPath', 200, {
    ...given,
    pagePath: 'guide',
  })
  await admin.api.call('mergeChangeRequest', 200, given)
  return { given, page }
}

export const commentOperations: Suite = (world) => {
  for (const suffix of ['InSpace', 'InChangeRequest'] as const) {
    test(`comments: posted, read, edited, resolved, reacted to and deleted, ${suffix}`, async () => {
      const { admin, member, outsider } = world()
      const { given, page } = await createContent(world())
      const post = async (body: object) =>
        member.api.call<Comment>(`postComment${suffix}`, 200, { ...given, body })

      const plain = await post(body('Is **this** right?'))
      expect(plain).toMatchObject({ status: 'open', body: { markdown: 'Is **this** right?' }, replies: 0 })
      const node = page.document?.nodes[0]?.key ?? ''
      const targeted = await post({ ...body('Here.'), page: page.id, node })
      expect(targeted.target).toMatchObject({
        page: { id: page.id, title: 'Guide', path: 'guide', outdated: false },
        node: { id: node, preview: 'Some text.' },
      })
      const tableCell = { record: 'one', definition: 'two' }
      const inCell = await post({ ...body('There.'), page: page.id, tableCell })
      expect(inCell.target).toMatchObject({ tableCell })
      await member.api.call(`postComment${suffix}`, 400, { ...given, body: { body: {} } })
      await outsider.api.call(`postComment${suffix}`, 404, { ...given, body: body('x') })

      const one = { ...given, commentId: plain.id }
      const asDocument = { ...one, query: { format: 'document' } }
      const { body: read } = await member.api.call<Comment>(`getComment${suffix}`, 200, asDocument)
      expect(read.document).toMatchObject({ object: 'document' })
      const copy = await post({ body: read })
      expect(copy.body.markdown?.trim()).toBe('Is **this** right?')
      await member.api.call(`getComment${suffix}`, 404, { ...given, commentId: 'nowhere' })

      const reacted = { addedReactions: ['1f44d', '1f389'], removedReactions: ['1f389'] }
      await admin.api.call(`updateComment${suffix}`, 200, { ...one, body: reacted })
      const resolved = await admin.api.call<Comment>(`updateComment${suffix}`, 200, {
        ...one,
        body: { resolved: true, ...body('It is.') },
      })
      expect(resolved).toMatchObject({
        status: 'resolved',
        resolvedBy: { id: admin.id },
        reactions: [{ emoji: '1f44d', count: 1, users: [{ user: { id: admin.id } }] }],
        body: { markdown: 'It is.' },
      })
      expect(resolved.editedAt).toBeTruthy()

      const ids = async (query: Record<string, string>) => {
        const { items } = await admin.api.call<List<Comment>>(`listComments${suffix}`, 200, {
          ...given,
          query,
        })
        return items.map(({ id }) => id)
      }
      const all = [copy.id, inCell.id, targeted.id, plain.id]
      expect(await ids({})).toEqual(all)
      expect(await ids({ order: 'asc', format: 'document' })).toEqual(all.toReversed())
      expect(await ids({ status: 'resolved' })).toEqual([plain.id])
      expect(await ids({ targetPage: page.id, status: 'open' })).toEqual([inCell.id, targeted.id])
      expect(await ids({ authors: admin.id })).toEqual([])
      expect(await ids({ authors: member.id })).toEqual(all)

      const counted =
        suffix === 'InSpace'
          ? await admin.api.call<Space>('getSpaceById', 200, given)
          : await admin.api.call<ChangeRequest>('getChangeRequestById', 200, given)
      expect(counted.comments).toBe(3)

      const { items } = await admin.api.call<List<Member>>(`listCommenters${suffix}`, 200, given)
      expect(items.map(({ id }) => id)).toEqual([member.id])

      await member.api.call(`deleteComment${suffix}`, 205, one)
      await member.api.call(`deleteComment${suffix}`, 204, one)
    })

    test(`replies: posted, read, edited, reacted to and deleted, ${suffix}`, async () => {
      const { admin, member } = world()
      const { given } = await createContent(world())
      const comment = await admin.api.call<Comment>(`postComment${suffix}`, 200, {
        ...given,
        body: body('Right?'),
      })
      const under = { ...given, commentId: comment.id }
      const reply = await member.api.call<CommentReply>(`postCommentReply${suffix}`, 200, {
        ...under,
        body: body('Yes.'),
      })
      expect(reply.permissions).toEqual({ view: true, edit: true, reply: true, delete: true })
      const one = { ...under, commentReplyId: reply.id }
      expect(await member.api.call(`getCommentReply${suffix}`, 200, one)).toEqual(reply)
      await member.api.call(`getCommentReply${suffix}`, 404, { ...under, commentReplyId: 'nowhere' })
      const changed = { ...body('No.'), addedReactions: ['1f44d'] }
      expect(
        await member.api.call<CommentReply>(`updateCommentReply${suffix}`, 200, { ...one, body: changed }),
      ).toMatchObject({ body: { markdown: 'No.' }, reactions: [{ emoji: '1f44d', count: 1 }] })
      const { items } = await member.api.call<List<CommentReply>>(`listCommentReplies${suffix}`, 200, under)
      expect(items.map(({ id }) => id)).toEqual([reply.id])
      await member.api.call(`deleteCommentReply${suffix}`, 205, one)
      await member.api.call(`deleteCommentReply${suffix}`, 204, one)
    })
  }
}
