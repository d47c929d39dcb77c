import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readSessionCookie } from './session-cookie.ts'

// The reference has inline scripts and styles, and loads nothing from other hosts.
const referencePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: https:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/** Registers the API reference, and the page that stands in for the console. */
export async function registerPages(
  app: FastifyInstance,
  document: object,
  { secure }: { secure: boolean },
): Promise<void> {
  const sendConsolePage = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply =>
    reply
      .header('content-security-policy', pagePolicy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(renderConsolePage(path, readSessionCookie(request.headers.cookie, { secure }) !== undefined))
  app.get('/openapi.json', (_request, reply) => reply.send(document))
  app.get('/app', (request, reply) => sendConsolePage(request, reply, ''))
  app.get<{ Params: { '*': string } }>('/app/*', (request, reply) =>
    sendConsolePage(request, reply, request.params['*']),
  )
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', referencePolicy)
    })
    // The library lets pages of every origin read the document.
    docs.addHook('onSend', async (_request, reply) => {
      reply.removeHeader('access-control-allow-origin').removeHeader('access-control-allow-methods')
    })
    await docs.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        content: document,
        // Nothing may be loaded from or sent to other hosts, because the API of a team is private.
        withDefaultFonts: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Renders the page, with a link to the object in the API: `/app/spaces/x` links to `/v1/spaces/x`. */
function renderConsolePage(path: string, signedIn: boolean): string {
  const object = /^(orgs|spaces|collections)\/[A-Za-z0-9_-]{1,64}$/.test(path) ? `/v1/${path}` : undefined
  const link =
    object === undefined
      ? ''
      : `<p>This object in the API: <a href="${object}"><code>${object}</code></a></p>`
  const access = signedIn
    ? '<form method="post" action="/sso/logout"><button>Sign out</button></form>'
    : '<p class="soft">The API asks for an access token: <code>Authorization: Bearer …</code></p>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Verso</title>
<style>
  :root { color-scheme: light dark; --text: #1c1e21; --soft: #5b6168; --page: #fbfaf8; --link: #0b57d0 }
  @media (prefers-color-scheme: dark) {
    :root { --text: #e8e6e3; --soft: #a09a92; --page: #17181a; --link: #8ab4f8 }
  }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page);
    color: var(--text); font: 1.0625rem/1.6 system-ui, sans-serif }
  main { max-width: 34rem; padding: 2rem 1.5rem }
  h1 { font-size: 1.75rem; margin: 0 0 .5rem; letter-spacing: -.01em }
  p { margin: .75rem 0 } .soft { color: var(--soft) }
  a { color: var(--link) } button { font: inherit; padding: .25rem .75rem } code { font-size: .9em; overflow-wrap: anywhere }
</style>
</head>
<body>
<main>
<h1>Verso is running</h1>
<p>It has no console to click through yet. Everything it does is in its API, which the
<a href="/docs">reference</a> describes and lets you try.</p>
${link}
${access}
</main>
</body>
</html>
`
}
