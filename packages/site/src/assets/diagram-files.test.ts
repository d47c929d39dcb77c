import { expect, test } from 'vitest'
import { findDiagramFile } from './diagram-files.ts'

test('the frame loads its own scripts, and nothing else can be had', { timeout: 120_000 }, async () => {
  const page = await findDiagramFile('frame.html')
  const [, entry = ''] = /src="([^"]+)"/.exec(page?.text ?? '') ?? []

  expect(page?.headers['content-security-policy']).toContain('sandbox allow-scripts;')
  expect(await findDiagramFile(entry)).toMatchObject({ contentType: 'text/javascript; charset=utf-8' })
  // Most of the library is loaded for the diagram that needs it.
  const text = (await findDiagramFile(entry))?.text ?? ''
  expect(text.length).toBeLessThan(1_000_000)
  for (const name of ['', '..', '../assets.ts', 'frame', 'constructor.js', '__proto__.js', `${entry}.map`])
    expect(await findDiagramFile(name)).toBeUndefined()
})
