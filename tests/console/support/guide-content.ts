import type { Person, TestApp } from '../../../packages/server/src/testing/app.ts'
import { expectStatus } from '../../../packages/server/src/testing/app.ts'
import { sql } from '../../../packages/server/src/database/database.ts'
import { commitChanges, newPage } from '../../../packages/server/src/testing/direct-changes.ts'
import { ChangeRequestUnderTest } from './change-requests.ts'

const retries = `When an endpoint answers with anything but a \`2xx\` status within ten seconds, Relay keeps the event and delivers it again later. Events of one endpoint never block those of another.

## What counts as a failure

Every status from 400 on, a timeout, and a closed connection count as a failure. Redirects are followed once.

{% hint style="info" %}
Answer first and work later: put the event into a queue of yours and return \`202\` at once.
{% endhint %}

## The schedule

The pause doubles with each attempt until it reaches the ceiling, with a little randomness so that endpoints recover gently.

| Attempt | Pause before it | Since the event |
| --- | --- | --- |
| 2 | 30 seconds | 30 seconds |
| 5 | 8 minutes | 15 minutes |
| 9 | 2 hours | 4 hours 16 minutes |

## Change it

\`\`\`sh
relay endpoints update orders --max-attempts 12
\`\`\`
`

const overview = `Relay delivers the events of your services to the endpoints of your customers: signed, in order where it matters, and again when an endpoint was away.

{% hint style="success" %}
New here? Begin with **Endpoints**, then send your first event.
{% endhint %}

## Three ideas

1. **An event** is something that happened, once.
2. **An endpoint** is an address that wants to know of it.
3. **A delivery** is one attempt to tell it.
`

const spec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Relay API', version: '2.4', description: 'Send events and manage endpoints.' },
  paths: {
    '/events': {
      post: { summary: 'Send an event', responses: { 202: { description: 'Accepted' } } },
      get: { summary: 'List events', responses: { 200: { description: 'Events' } } },
    },
    '/endpoints': {
      get: { summary: 'List endpoints', responses: { 200: { description: 'Endpoints' } } },
      post: { summary: 'Add an endpoint', responses: { 201: { description: 'Created' } } },
    },
  },
})

/** The ids of what the pictures of the guide show. */
export interface GuideContent {
  organizationId: string
  spaceId: string
  siteId: string
  changeRequest: ChangeRequestUnderTest
  translationId: string
  lead: Person
}

/** Makes an organization as a small company would have it: people, spaces, a site, a change request under review. */
export async function createGuideContent(app: TestApp): Promise<GuideContent> {
  const { id: organizationId, admin: lead } = await app.organization('Fernwall')
  const writer = await app.member(organizationId, 'create', 'ana.writer@fernwall.example')
  const support = await app.member(organizationId, 'comment', 'sam.support@fernwall.example')
  const engineer = await app.member(organizationId, 'review', 'pia.engineer@fernwall.example')
  const names: [Person, string][] = [
    [lead, 'Dora Lind'],
    [writer, 'Ana Writer'],
    [support, 'Sam Support'],
    [engineer, 'Pia Engineer'],
  ]
  for (const [{ id }, name] of names)
    await app.database.execute(sql`update users set display_name = ${name} where id = ${id}`)
  await app.team(lead, organizationId, 'Platform', [engineer, writer])
  const spaceId = await createSpaces(app, lead, organizationId)
  await comment(support, spaceId)
  const changeRequest = await createChangeRequest(writer, spaceId)
  expectStatus(200, await writer.patch(changeRequest.address, { status: 'open' }))
  const reviewers = { users: [lead.id, engineer.id] }
  expectStatus(200, await writer.post(`${changeRequest.address}/requested-reviewers`, reviewers))
  await review(changeRequest, { engineer, support })
  const site = await app.site(lead, organizationId, { title: 'Relay docs', spaces: [spaceId] })
  const sitePath = `/orgs/${organizationId}/sites/${site.id}`
  expectStatus(200, await lead.post(`${sitePath}/publish`))
  const openapi = { slug: 'relay', source: { text: spec } }
  expectStatus(201, await lead.post(`/orgs/${organizationId}/openapi`, openapi))
  const translation = { source: { space: spaceId, language: 'en' }, language: 'es' }
  const { id: translationId } = expectStatus(
    201,
    await lead.post<{ id: string }>(`/orgs/${organizationId}/translations`, translation),
  )
  const invitation = { emails: ['new.colleague@fernwall.example'], role: 'edit' }
  expectStatus(200, await lead.post(`/orgs/${organizationId}/invites`, invitation))
  return { organizationId, spaceId, siteId: site.id, changeRequest, translationId, lead }
}

const text = (title: string) => `What you need to know about ${title.toLowerCase()}.`

async function createSpaces(app: TestApp, lead: Person, organizationId: string): Promise<string> {
  const product = await app.collection(lead, organizationId, { title: 'Product' })
  const { id } = await app.space(lead, organizationId, {
    title: 'Relay guide',
    parent: product.id,
    emoji: '1f4e6',
  })
  await app.space(lead, organizationId, { title: 'API reference', parent: product.id })
  await app.space(lead, organizationId, { title: 'Runbooks' })
  await commitChanges(app, lead, id, [
    newPage('overview', 'Overview', overview, { icon: 'compass' }),
    newPage('endpoints', 'Endpoints', text('Endpoints')),
    newPage('signatures', 'Signatures', text('Signatures')),
    newPage('delivery', 'Delivery', text('Delivery'), { icon: 'paper-plane' }),
    newPage('order', 'Order and idempotency', text('Order'), {}, 'delivery'),
    newPage(
      'retries',
      'Retries and backoff',
      retries,
      { description: 'What Relay does when an endpoint does not answer, and how to change it.' },
      'delivery',
    ),
    newPage('limits', 'Rate limits', text('Rate limits'), {}, 'delivery'),
    newPage('alerts', 'Alerts', text('Alerts'), { icon: 'bell' }),
    newPage('audit', 'Audit log', text('The audit log')),
  ])
  return id
}

async function comment(support: Person, spaceId: string): Promise<void> {
  const body = {
    page: 'retries',
    quote: { exact: 'Every status from 400 on, a timeout, and a closed connection count as a failure.' },
    body: { markdown: 'Customers ask if a 429 counts. Can we say so here?' },
  }
  expectStatus(200, await support.post(`/spaces/${spaceId}/comments`, body))
}

async function createChangeRequest(writer: Person, spaceId: string): Promise<ChangeRequestUnderTest> {
  const changeRequest = await ChangeRequestUnderTest.create(writer, spaceId, 'Say what a 429 means')
  const newText = retries
    .replace('Redirects are followed once.', 'A `429` counts too, and its `Retry-After` is honoured.')
    .replace('until it reaches the ceiling', 'up to two hours')
  await changeRequest.change([
    { operation: 'update_page', page: 'retries', document: { markdown: newText } },
    {
      operation: 'insert_page',
      title: 'Replay windows',
      document: { markdown: 'How long events are kept.' },
    },
  ])
  return changeRequest
}

async function review(
  { address }: ChangeRequestUnderTest,
  { engineer, support }: { engineer: Person; support: Person },
): Promise<void> {
  const said = { body: { markdown: 'The ceiling is two hours since 2.4, thank you.' } }
  expectStatus(200, await support.post(`${address}/comments`, said))
  const review = { status: 'approved', comment: { markdown: 'Reads well.' } }
  expectStatus(201, await engineer.post(`${address}/reviews`, review))
}
