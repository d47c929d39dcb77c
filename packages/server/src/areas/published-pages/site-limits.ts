import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHashSource } from '@verso/site'
import type { LimitExcess } from '../../http/address-limiter.ts'
import { errorBody } from '../../http/errors.ts'
import type { SiteRequest } from './site-request.ts'

/** Requests a minute that one address may send to published sites; 0 counts nothing. */
export interface SiteRateLimits {
  /** Pages, Markdown, feeds, maps, files and PDFs. */
  pages: number
  search: number
  mcp: number
  /** Keys of share links that open nothing. */
  shareKeys: number
}

/** The limit that a request counts towards. Styles, scripts and fonts count towards none. */
export function findLimitKind({ segments }: SiteRequest): 'pages' | 'search' | 'mcp' {
  const name = segments[segments.indexOf('~verso') + 1]
  return segments.includes('~verso') && (name === 'search' || name === 'mcp') ? name : 'pages'
}

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.6 system-ui,sans-serif;color:light-dark(#181a21,#ecedf1);background:light-dark(#fff,#111216)}main{max-width:30rem;padding:2rem;text-align:center}p{color:light-dark(#5c5f6b,#a3a6b1)}'

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Too many requests</title><style>${style}</style></head><body><main><h1>Too many requests</h1><p>Your network has asked for more than it may in a minute. Wait a minute, and load this page again.</p></main></body></html>`

const policy = `default-src 'none'; style-src ${createHashSource(style)}; frame-ancestors 'none'; base-uri 'none'`

/** Answers a request that is one too many, in the same way for every site and for none. */
export function sendTooManyRequests(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, headers }: LimitExcess,
): FastifyReply {
  reply.code(429).headers({ ...headers, 'cache-control': 'no-store' })
  if (request.method === 'GET' && String(request.headers.accept).includes('text/html')) {
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page)
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(errorBody(429, `More than ${limit} such requests in this minute. Try again in the next.`))
}
