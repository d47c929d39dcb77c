import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { version } from '../../common/version.ts'
import type { MachineFiles } from './machines.ts'
import type { Reading } from './references.ts'
import type { PublishedSearch } from './search.ts'
import type { ShownPage } from './space-index.ts'

/** What a visitor may see, as tools for a program that reads on someone's behalf. */
export interface McpParts {
  title: string
  readings: readonly Reading[]
  search: PublishedSearch
  machines: MachineFiles
}

/** Nothing is remembered between two requests, so any process may answer the next one. */
export async function answerMcp(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: McpParts,
): Promise<void> {
  const server = createMcp(parts)
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

const tools = (title: string): Tool[] => [
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

const answer = (text: string, isError = false) => ({ content: [{ type: 'text' as const, text }], isError })

function createMcp(parts: McpParts): Server {
  const server = new Server({ name: parts.title, version }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools(parts.title) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const text = given[name === 'search' ? 'query' : 'page']
    if (typeof text !== 'string' || text.length > 2000) return answer('A text is needed.', true)
    if (name === 'search') return searchFor(parts, text)
    return name === 'read_page' ? readPage(parts, text) : answer(`There is no tool named ${name}.`, true)
  })
  return server
}

async function searchFor({ search, readings }: McpParts, query: string) {
  const hits = await search.find(readings, query)
  if (hits.length === 0) return answer('Nothing was found.')
  const origin = new URL(readings[0]?.paths.canonical ?? 'http://localhost').origin
  return answer(
    hits
      .map(({ path, title, href, excerpt, sections }) =>
        [
          `## ${[...path, title].join(' › ')}`,
          `${origin}${href}`,
          excerpt,
          ...sections.map((section) => `- ${section.title}: ${section.excerpt}`),
        ].join('\n'),
      )
      .join('\n\n'),
  )
}

async function readPage({ machines, readings }: McpParts, page: string) {
  const found = findPage(readings, page)
  if (!found) return answer(`There is no page at ${page}.`, true)
  return answer(await machines.markdown(found.reading, found.shown))
}

function findPage(
  readings: readonly Reading[],
  address: string,
): { reading: Reading; shown: ShownPage } | undefined {
  const pathname = URL.parse(address, 'http://localhost/')?.pathname ?? ''
  const wanted = pathname
    .replace(/\.md$/, '')
    .replace(/\/index$/, '')
    .replace(/\/+$/, '')
  for (const reading of readings) {
    const { index, paths, place } = reading
    for (const shown of index.order) {
      const own = paths.page(place, shown).replace(/\/+$/, '')
      if (own === wanted || (shown.path !== '' && `/${shown.path}` === wanted)) return { reading, shown }
    }
  }
  return undefined
}
