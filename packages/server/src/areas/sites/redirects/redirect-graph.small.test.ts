import { expect, test } from 'vitest'
import { RedirectGraph, type RedirectStep } from './redirect-graph.ts'

/** `from -> to`; `from/** -> to` carries the rest of the path over; `(to)` is content. */
function parseStep(line: string): RedirectStep {
  const [from = '', to = ''] = line.split(' -> ')
  const isContent = to.startsWith('(')
  const target = to.replaceAll(/[()]/g, '')
  return {
    id: from,
    source: from.replace('/**', ''),
    captureWildcard: from.endsWith('/**'),
    target: target === 'elsewhere' ? undefined : target,
    isContent,
  }
}

const findLoop = (...lines: string[]) => {
  const steps = lines.map(parseStep)
  return new RedirectGraph(steps).findLoop(steps.at(-1)?.id ?? '')
}

test.each([
  [['/a -> /a'], ['/a', '/a']],
  [
    ['/a -> /b', '/b -> /a'],
    ['/b', '/a', '/b'],
  ],
  [
    ['/b -> /c', '/c -> /b', '/a -> /b'],
    ['/a', '/b', '/c', '/b'],
  ],
  [
    ['/a%20b -> /c', '/c -> /a%20b/'],
    ['/c', '/a b', '/c'],
  ],
  [['/a* -> /abc'], ['/a~any', '/abc', '/abc']],
  // What follows a source is carried over, so that each path below it goes round.
  [['/a/** -> (/a)'], ['/a/~any', '/a/~any']],
  [
    ['/a/** -> (/b)', '/b/** -> (/a)'],
    ['/b/~any', '/a/~any', '/b/~any'],
  ],
  [
    ['/b/x -> /a/x', '/a/** -> (/b)'],
    ['/b/x', '/a/x', '/b/x'],
  ],
])('%j is a circle', (lines, loop) => {
  expect(findLoop(...lines)).toEqual(loop)
})

test('a path that grows with each redirect never ends', () => {
  expect(findLoop('/a/** -> /a/b')).toHaveLength(21)
})

test.each([
  [['/a -> elsewhere']],
  [['/a -> /b']],
  [['/a -> /b', '/b -> elsewhere']],
  [['/a -> (/a)']],
  [['/a -> (/b)', '/b -> (/a)']],
  [['/b -> /c', '/c -> /b', '/a -> (/b)']],
  [['/b -> /c', '/c -> /b', '/a -> /d']],
  [['/old/** -> (/)']],
  // The nearest one decides, and that one leads away.
  [['/a/b -> elsewhere', '/a* -> /a/b']],
])('%j is none', (lines) => {
  expect(findLoop(...lines)).toBeUndefined()
})

test('what is taken out or set anew is not followed as it was', () => {
  const graph = new RedirectGraph([parseStep('/a -> /b'), parseStep('/b -> /a')])
  expect(graph.findLoop('/a')).toBeDefined()
  graph.set({ ...parseStep('/b -> /c'), id: '/b' })
  expect(graph.findLoop('/a')).toBeUndefined()
  graph.set(parseStep('/b -> /a'))
  graph.delete('/b')
  expect(graph.findLoop('/a')).toBeUndefined()
  expect(graph.findLoop('/b')).toBeUndefined()
})
