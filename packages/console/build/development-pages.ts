import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'
import { type ShellEntries, sourceEntries } from './manifest.ts'
import { renderShell } from './shell.ts'

/** What only the development server has: every part of the console, which the product does not contain. */
const designPage = {
  pattern: /^\/design\/?$/,
  files: { script: 'design/main.tsx', styles: [], preloads: [], prefetches: [] },
  isBeforeSignIn: true,
}

const entries: ShellEntries = { ...sourceEntries, pages: [designPage, ...sourceEntries.pages] }

/** The pages of the development server: those of the product, with the sources instead of what is built of them, and one that shows every part. */
export const developmentPages = (): Plugin => ({
  name: 'verso-development-pages',
  apply: 'serve',
  config: () => ({ appType: 'custom' }),
  configureServer: (server) => () => {
    // Vite has answered for sources before, so a page that is asked for here is an address of the console.
    server.middlewares.use((request, response, next) => {
      if (request.headers.accept?.includes('text/html') === true) void sendPage(server, request, response)
      else next()
    })
  },
})

async function sendPage(
  server: ViteDevServer,
  request: IncomingMessage & { originalUrl?: string | undefined },
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.originalUrl ?? '/', 'http://localhost')
  const page = renderShell(entries, pathname.replace(/^\/app/, ''), { hasSession: true })
  try {
    // Vite writes the base before every address of a file.
    const html = await server.transformIndexHtml(pathname, page.replaceAll('"/app/', '"/'))
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}
