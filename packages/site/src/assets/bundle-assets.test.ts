import { expect, test } from 'vitest'
import { bundleAssets } from './bundle-assets.ts'

test('the process of the bundler does not stay', async () => {
  const { script, style } = await bundleAssets()
  expect(script.text.length * style.text.length).toBeGreaterThan(0)
  expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap')
})
