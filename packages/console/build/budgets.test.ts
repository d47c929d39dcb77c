import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { loadConsole, readManifests } from './load.ts'
import type { BuildManifest, BuildManifests } from './manifest.ts'

const KILOBYTE = 1000

/** What a screen may load, compressed, in kilobytes. */
const budgets: Record<string, { manifest: keyof BuildManifests; sources: string[]; maxKilobytes: number }> = {
  'sign in': {
    manifest: 'signIn',
    sources: ['src/sign-in.tsx', 'src/features/sign-in/sign-in-screen.tsx'],
    maxKilobytes: 26,
  },
  home: {
    manifest: 'application',
    sources: [
      'src/main.tsx',
      'src/features/organizations/organization-layout.tsx',
      'src/features/home/home-screen.tsx',
    ],
    maxKilobytes: 153,
  },
  'a page': {
    manifest: 'application',
    sources: ['src/main.tsx', 'src/features/spaces/space-layout.tsx', 'src/features/spaces/page-screen.tsx'],
    maxKilobytes: 158,
  },
}

/** The editors, which are loaded when somebody writes, besides what the screen has already. */
const editorBudgets: Record<string, { entry: string; maxKilobytes: number }> = {
  'the page editor': { entry: 'src/features/change-requests/writing/rich-editor.ts', maxKilobytes: 150 },
  'Markdown in the browser': {
    entry: 'src/features/change-requests/writing/page-markdown.ts',
    maxKilobytes: 180,
  },
  'the editor of Markdown': {
    entry: 'src/features/change-requests/writing/source-editor.ts',
    maxKilobytes: 185,
  },
}

let folder: string
let manifests: BuildManifests

beforeAll(async () => {
  ;({ folder } = await loadConsole())
  manifests = await readManifests(folder)
}, 120_000)

function listFiles(manifest: BuildManifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  entries.forEach(visit)
  return files
}

async function countKilobytes(files: Iterable<string>): Promise<number> {
  let bytes = 0
  for (const file of files) bytes += gzipSync(await readFile(join(folder, file))).length
  return bytes / KILOBYTE
}

test.each(Object.entries(budgets))(
  '%s loads no more script than its budget',
  async (name, { manifest, sources, maxKilobytes }) => {
    const kilobytes = await countKilobytes(listFiles(manifests[manifest], sources))
    expect(kilobytes, `${name} takes ${kilobytes.toFixed(1)} KB`).toBeLessThan(maxKilobytes)
  },
)

test.each(Object.entries(editorBudgets))(
  '%s loads no more script than its budget',
  async (name, { entry, maxKilobytes }) => {
    const { application } = manifests
    const screen = ['src/main.tsx', 'src/features/change-requests/writing/write-screen.tsx']
    const before = listFiles(application, screen)
    const files = [...listFiles(application, [entry])].filter((file) => !before.has(file))
    const kilobytes = await countKilobytes(files)
    expect(kilobytes, `${name} takes ${kilobytes.toFixed(1)} KB`).toBeLessThan(maxKilobytes)
  },
)

test('whoever runs the product may read what somebody else has built', async () => {
  expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('755')
  expect((await stat(join(folder, 'manifest.json'))).mode & 0o004).toBe(0o004)
})

test('the style sheet of every screen is small', async () => {
  expect(await countKilobytes([manifests.application['src/styles/main.css']?.file ?? ''])).toBeLessThan(15)
})

test('the editors are in no first load', () => {
  for (const { manifest, sources } of Object.values(budgets)) {
    const files = listFiles(manifests[manifest], sources)
    const editors = Object.entries(manifests[manifest]).filter(([key]) =>
      /prosemirror|codemirror|src\/editor\//.test(key),
    )
    for (const [, { file }] of editors) expect(files.has(file)).toBe(false)
  }
})
