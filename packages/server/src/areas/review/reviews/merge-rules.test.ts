import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { ChangeRequest, MergeOutcome } from '../../content/change-requests/schema.ts'
import type { Review } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person
let author: Person
let ann: Person
let ben: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
  author = await app.member(organization, 'review')
  ann = await app.member(organization, 'review')
  ben = await app.member(organization, 'review')
})
afterAll(() => app.stop())

const insert = { operation: 'insert_page', title: 'Hello', document: { markdown: 'Hello' } }

/** Creates a change request of the author in a space with the given rules. */
async function createChangeRequest(...rules: object[]) {
  const space = await app.space(admin, organization)
  const mergeRules = { type: 'rules', rules }
  expectStatus(200, await admin.patch(`/spaces/${space.id}`, { mergeRules }))
  const path = `/spaces/${space.id}/change-requests/1`
  expectStatus(201, await author.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, {}))
  const write = async () => expectStatus(200, await author.post(`${path}/content`, { changes: [insert] }))
  await write()
  return {
    path,
    write,
    review: async (by: Person, status: Review['status'] = 'approved') =>
      expectStatus(201, await by.post<Review>(`${path}/reviews`, { status })),
    ask: async (who: Person) =>
      expectStatus(200, await author.post(`${path}/requested-reviewers`, { users: [who.id] })),
    /** The result `merge`, or the message of the error. */
    merge: async () => {
      const answer = await admin.post<MergeOutcome>(`${path}/merge`)
      return answer.status === 409 ? readError(answer).message : expectStatus(200, answer).result
    },
  }
}

describe('require_at_least_one_review', () => {
  const rule = { rule: 'require_at_least_one_review' }

  test('409 until someone other than the author has reviewed it, with any verdict', async () => {
    const { review, merge } = await createChangeRequest(rule)
    expect(await merge()).toContain('require_at_least_one_review is not met: nobody')
    await review(author)
    expect(await merge()).toContain('nobody but its author')
    await review(ann, 'changes-requested')
    expect(await merge()).toBe('merge')
  })

  test('409 when it was edited after the review', async () => {
    const { review, write, merge } = await createChangeRequest(rule)
    await review(ann)
    await write()
    expect(await merge()).toContain('what the change request has now')
    await review(ben)
    expect(await merge()).toBe('merge')
  })
})

describe('require_all_reviews_approved', () => {
  const rule = { rule: 'require_all_reviews_approved' }

  test('200 without a review, and with a review by the author', async () => {
    const { review, merge } = await createChangeRequest(rule)
    await review(author, 'changes-requested')
    expect(await merge()).toBe('merge')
  })

  test('409 until the latest review of everyone is an approval', async () => {
    const { review, merge } = await createChangeRequest(rule)
    await review(ann)
    await review(ben, 'changes-requested')
    expect(await merge()).toContain(`${ben.id} has requested changes`)
    await review(ben)
    await review(ann, 'changes-requested')
    expect(await merge()).toContain(`${ann.id} has requested changes`)
    await review(ann)
    expect(await merge()).toBe('merge')
  })

  test('409 after requested changes, also after an edit and after another review request', async () => {
    const { review, write, ask, merge } = await createChangeRequest(rule)
    await review(ann, 'changes-requested')
    await write()
    expect(await merge()).toContain(`${ann.id} has requested changes`)
    await ask(ann)
    expect(await merge()).toContain(`${ann.id} has requested changes`)
  })

  test('409 when an approval is of an earlier revision', async () => {
    const { review, write, merge } = await createChangeRequest(rule)
    await review(ann)
    await write()
    expect(await merge()).toContain(`the approval of ${ann.id} is not of what`)
    await review(ann)
    expect(await merge()).toBe('merge')
  })
})

describe('require_specific_reviewers', () => {
  test('409 until all of them have approved it', async () => {
    const rule = { rule: 'require_specific_reviewers', users: [ann.id, ben.id] }
    const { review, merge } = await createChangeRequest(rule)
    await review(ann)
    await review(ben, 'changes-requested')
    expect(await merge()).toContain(`these people have yet to approve it: ${ben.id}.`)
    await review(ben)
    expect(await merge()).toBe('merge')
  })

  test('409 for an approval by the author, which does not count', async () => {
    const rule = { rule: 'require_specific_reviewers', users: [author.id] }
    const { review, merge } = await createChangeRequest(rule)
    await review(author)
    expect(await merge()).toContain(author.id)
  })
})

describe('require_one_of_specific_reviewers', () => {
  test('409 until one of them has approved it', async () => {
    const rule = { rule: 'require_one_of_specific_reviewers', users: [ann.id, ben.id] }
    const { review, merge } = await createChangeRequest(rule)
    await review(await app.member(organization, 'review'))
    await review(ann, 'changes-requested')
    expect(await merge()).toContain('one of these people has yet to approve it')
    await review(ben)
    expect(await merge()).toBe('merge')
  })
})

describe('several rules', () => {
  test('409 with the first rule that is not met, unless the caller may bypass the rules', async () => {
    const rules = [
      { rule: 'require_one_of_specific_reviewers', users: [ann.id] },
      { rule: 'require_all_reviews_approved' },
    ]
    const { review, merge } = await createChangeRequest(...rules)
    await review(ben, 'changes-requested')
    expect(await merge()).toContain('require_one_of_specific_reviewers')
    await review(ann)
    expect(await merge()).toContain('require_all_reviews_approved')
    const { merge: bypass } = await createChangeRequest(...rules, { rule: 'allow_bypass', users: [admin.id] })
    expect(await bypass()).toBe('merge')
  })

  test('409 for a required review by an agent, because there are no agents', async () => {
    const { review, merge } = await createChangeRequest({ rule: 'require_agent_review' })
    await review(ann)
    expect(await merge()).toContain('there are no agents here')
  })
})

describe('require_change_request_description', () => {
  test('409 without a description and with an empty one', async () => {
    const { path, merge } = await createChangeRequest({ rule: 'require_change_request_description' })
    expect(await merge()).toContain('has no description')
    const describe = async (...nodes: object[]) =>
      expectStatus(200, await author.patch(path, { description: { object: 'document', data: {}, nodes } }))
    await describe({ object: 'block', type: 'paragraph', nodes: [] })
    expect(await merge()).toContain('has no description')
    const leaves = [{ object: 'leaf', text: 'Why', marks: [] }]
    await describe({ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] })
    expect(await merge()).toBe('merge')
  })
})

describe('require_at_least_one_approved_review', () => {
  test('409 until someone other than the author has approved the current content', async () => {
    const { review, write, merge } = await createChangeRequest({
      rule: 'require_at_least_one_approved_review',
    })
    await review(author)
    await review(ann, 'changes-requested')
    expect(await merge()).toContain('nobody but its author has approved')
    await review(ben)
    await write()
    expect(await merge()).toContain('nobody but its author has approved')
    await review(ben)
    expect(await merge()).toBe('merge')
  })
})

describe('require_author_to_merge', () => {
  test('409 for anyone else', async () => {
    const { path, merge } = await createChangeRequest({ rule: 'require_author_to_merge' })
    expect(await merge()).toContain('only its author merges it')
    expect(expectStatus(200, await author.post<MergeOutcome>(`${path}/merge`)).result).toBe('merge')
  })
})

describe('custom', () => {
  test('409 until the expression holds, with the message of the rule or the expression', async () => {
    const expression = 'reviews.approved >= 2 && !(changeRequest.author in reviews.approvedBy)'
    const { review, merge } = await createChangeRequest(
      { rule: 'custom', expression },
      { rule: 'custom', expression: 'changeRequest.subject == ""', message: 'It must have no subject.' },
    )
    await review(ann)
    await review(author)
    expect(await merge()).toContain(`custom is not met: ${expression} does not hold.`)
    await review(ben)
    expect(await merge()).toBe('merge')
    const named = await createChangeRequest({
      rule: 'custom',
      expression: 'user == "x"',
      message: 'Not you.',
    })
    expect(await named.merge()).toBe('The merge rule custom is not met: Not you.')
  })

  test('409 for an expression with an unknown variable', async () => {
    const { merge } = await createChangeRequest({ rule: 'custom', expression: 'secrets.length > 0' })
    expect(await merge()).toContain('does not hold')
  })

  test('400 for an invalid expression', async () => {
    const { id } = await app.space(admin, organization)
    const mergeRules = { type: 'rules', rules: [{ rule: 'custom', expression: 'a &&' }] }
    for (const path of [`/spaces/${id}`, `/orgs/${organization}`]) {
      const answer = await admin.patch(path, { mergeRules })
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toContain('body.mergeRules.rules.0.expression')
    }
  })
})
