import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../docs/guide')
const MAX_PICTURE_BYTES = 2_000_000

/** The pictures that the pages of the guide show, with what is read out instead. */
const shown = globSync('*.md', { cwd: folder }).flatMap((page) =>
  [...readFileSync(join(folder, page), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(
    ([, alternative = '', path = '']) => ({ page, alternative, path }),
  ),
)
const pictures = globSync('pictures/*', { cwd: folder }).toSorted((one, other) =>
  one.localeCompare(other, 'en'),
)

test('every picture of the guide exists, is shown, and is described in words', () => {
  expect(new Set(shown.map(({ path }) => path))).toEqual(new Set(pictures))
  expect(shown.filter(({ alternative }) => alternative.trim() === '')).toEqual([])
})

test('the pictures of the guide are small', () => {
  const bytes = pictures.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
  expect(bytes).toBeLessThan(MAX_PICTURE_BYTES)
})

test('every picture is one that the script takes', () => {
  const script = readFileSync(join(import.meta.dirname, 'console/guide-pictures.test.ts'), 'utf8')
  const taken = [...script.matchAll(/(?:^\s*(?:\{ )?name: |writePicture\(page, )'([\w-]+)'/gm)].map(
    ([, name = '']) => name,
  )
  expect(pictures.map((path) => path.replace(/^pictures\/(.*)\.webp$/, '$1'))).toEqual(
    taken.toSorted((one, other) => one.localeCompare(other, 'en')),
  )
})
