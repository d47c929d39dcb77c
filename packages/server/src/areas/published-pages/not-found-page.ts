import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHashSource } from '@verso/site'

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.6 system-ui,sans-serif;color:light-dark(#181a21,#ecedf1);background:light-dark(#fff,#111216)}main{max-width:30rem;padding:2rem;text-align:center}p{color:light-dark(#5c5f6b,#a3a6b1)}'

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Nothing here</title><style>${style}</style></head><body><main><h1>Nothing here</h1><p>There is no page at this address, or it is not open to you. Whoever gave you the address can tell.</p></main></body></html>`

const policy = `default-src 'none'; style-src ${createHashSource(style)}; frame-ancestors 'none'; base-uri 'none'`

/** For no site and for one that is hidden from the visitor. Both responses are equal, so that nobody learns which it is. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.url === '/') return reply.redirect('/app')
  if (request.method !== 'GET' || !String(request.headers.accept).includes('text/html')) {
    reply.callNotFound()
    return reply
  }
  return reply
    .code(404)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(page)
}
