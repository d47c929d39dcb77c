import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Creates a bare repository with one commit of these files, in a folder that `serveRepositories` serves. */
export function createBareRepository(
  root: string,
  name: string,
  files: Record<string, string | Buffer>,
): void {
  const work = mkdtempSync(join(tmpdir(), 'verso-work-'))
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  const git = (...parameters: string[]) =>
    execFileSync('git', [...identity, ...parameters], { cwd: work, stdio: 'ignore' })
  git('init', '--quiet', '--initial-branch=master')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    writeFileSync(join(work, path), content)
  }
  git('add', '--all')
  git('commit', '--quiet', '--message=Write')
  execFileSync('git', ['clone', '--quiet', '--bare', work, join(root, name)], { stdio: 'ignore' })
  rmSync(work, { recursive: true })
}

/** Serves the repositories of a folder over HTTP through `git http-backend`. */
export const serveRepositories =
  (root: string): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        // The folder may belong to another account than the one that runs the tests.
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
      },
    })
    request.pipe(backend.stdin)
    const chunks: Buffer[] = []
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    backend.on('close', () => {
      const output = Buffer.concat(chunks)
      const end = output.indexOf('\r\n\r\n')
      const headers = output.toString('latin1', 0, end).split('\r\n')
      for (const header of headers) {
        const [name = '', value = ''] = header.split(': ')
        if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.end(output.subarray(end + 4))
    })
  }
