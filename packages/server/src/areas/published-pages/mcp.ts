import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { version } from '../../common/version.ts'
import type { MachineReadableFiles } from './machine-readable-files.ts'
import type { RenderContext } from './site-references.ts'
import type { PublishedSiteSearch } from './site-search.ts'
import type { PageEntry } from './page-index.ts'

/** What the MCP tools of a site search and read for one visitor. */
export interface McpOptions {
  title: string
  contexts: readonly RenderContext[]
  search: PublishedSiteSearch
  machineFiles: MachineReadableFiles
}

/** Handles one request of the MCP. It keeps no session, so any process can handle the next request. */
export async function handleMcpRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: McpOptions,
): Promise<void> {
  const server = createMcpServer(options)
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.on('close', () => {
    void transport.close()
    void server.close()
  })
  await server.connect(transport)
  await transport.handleRequest(request.raw, reply.raw, request.body)
}

const listTools = (title: string): Tool[] => [
  {
    name: 'search',
    title: `Search ${title}`,
    description: `Finds pages of “${title}” by words. Answers with titles, addresses and excerpts.`,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What to look for', maxLength: 500 } },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'read_page',
    title: `Read a page of ${title}`,
    description:
      'Gives a page as Markdown. Takes the address or the path of a page, as search answers with them.',
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'string', description: 'The address or the path of a page', maxLength: 2000 },
      },
      required: ['page'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
]

const createResult = (text: string, isError = false) => ({
  content: [{ type: 'text' as const, text }],
  isError,
})

function createMcpServer(options: McpOptions): Server {
  const server = new Server({ name: options.title, version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listTools(options.title) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: args = {} } }) => {
    const text = args[name === 'search' ? 'query' : 'page']
    if (typeof text !== 'string' || text.length > 2000) return createResult('A text is needed.', true)
    if (name === 'search') return searchPages(options, text)
    return name === 'read_page'
      ? readPage(options, text)
      : createResult(`There is no tool named ${name}.`, true)
  })
  return server
}

async function searchPages({ search, contexts }: McpOptions, query: string) {
  const { items: hits, isComplete } = await search.searchPages(contexts, query)
  const note = isComplete ? '' : 'New pages are still being indexed: search again later to find more.'
  if (hits.length === 0) return createResult(`Nothing was found. ${note}`.trim())
  const origin = new URL(contexts[0]?.paths.canonicalUrl ?? 'http://localhost').origin
  return createResult(
    hits
      .map(({ path, title, href, excerpt, sections }) =>
        [
          `## ${[...path, title].join(' › ')}`,
          `${origin}${href}`,
          excerpt,
          ...sections.map((section) => `- ${section.title}: ${section.excerpt}`),
        ].join('\n'),
      )
      .concat(note === '' ? [] : [note])
      .join('\n\n'),
  )
}

async function readPage({ machineFiles, contexts }: McpOptions, page: string) {
  const match = findPage(contexts, page)
  if (!match) return createResult(`There is no page at ${page}.`, true)
  return createResult((await machineFiles.renderMarkdown(match.context, match.entry)).text)
}

function findPage(
  contexts: readonly RenderContext[],
  address: string,
): { context: RenderContext; entry: PageEntry } | undefined {
  const pathname = URL.parse(address, 'http://localhost/')?.pathname ?? ''
  const requestedPath = pathname
    .replace(/\.md$/, '')
    .replace(/\/index$/, '')
    .replace(/\/+$/, '')
  for (const context of contexts) {
    const { index, paths, location } = context
    for (const entry of index.documents) {
      const pagePath = paths.buildPagePath(location, entry).replace(/\/+$/, '')
      if (pagePath === requestedPath || (entry.path !== '' && `/${entry.path}` === requestedPath))
        return { context, entry }
    }
  }
  return undefined
}
