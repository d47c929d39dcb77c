import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = import.meta.dirname

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

/** The names that a file declares and exports; a schema and its type share one. Re-exports do not count. */
function listExports(file: string): Set<string> {
  const text = readFileSync(join(source, file), 'utf8')
  const declarations = text.matchAll(
    /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm,
  )
  return new Set([...declarations].map(([, name = '']) => name))
}

test('no exported name has two meanings', () => {
  const filesByName = new Map<string, string[]>()
  for (const file of files) {
    for (const name of listExports(file)) filesByName.set(name, [...(filesByName.get(name) ?? []), file])
  }
  const ambiguous = [...filesByName].filter(([, places]) => places.length > 1)
  expect(Object.fromEntries(ambiguous)).toEqual({})
})

/** Whether one name becomes the other by adding or changing one letter. */
function isOneLetterApart(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  return short.slice(long.length === short.length ? start + 1 : start) === long.slice(start + 1)
}

test('no two files of a folder are one letter apart', () => {
  const byFolder = Map.groupBy(files, (file) => file.split('/').slice(0, -1).join('/'))
  const pairs = [...byFolder.values()].flatMap((siblings) =>
    siblings.flatMap((one, index) =>
      siblings
        .slice(index + 1)
        // The code of a language is what it is.
        .filter((other) => nameOf(one).length > 2 || nameOf(other).length > 2)
        .filter((other) => isOneLetterApart(nameOf(one), nameOf(other)))
        .map((other) => `${one} and ${other}`),
    ),
  )
  expect(pairs).toEqual([])
})

const nameOf = (file: string): string => (file.split('/').at(-1) ?? '').replace(/\.ts$/, '')
