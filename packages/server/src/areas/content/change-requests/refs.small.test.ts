import { expect, test } from 'vitest'
import { BatchRefs } from './refs.ts'

const refs = new BatchRefs()
refs.addFile('map.png', 'F1', 'body.changes.0')
refs.addFile('big map.png', 'F2', 'body.changes.1')
refs.addPage('start', 'P1', 'body.changes.2')

test.each([
  ['![Map](./map.png)', '![Map](/files/F1)'],
  ['![Map](./map.png "Title") and [it](./map.png)', '![Map](/files/F1 "Title") and [it](/files/F1)'],
  ['![Map](<./big map.png>)', '![Map](</files/F2>)'],
  ['![Map](./big%20map.png)', '![Map](/files/F2)'],
  ['[map]: ./map.png', '[map]: /files/F1'],
  ['<img src="./map.png"> <a href=\'./start.md#a\'>', '<img src="/files/F1"> <a href=\'/pages/P1#a\'>'],
  ['{% file src="./map.png" %}', '{% file src="/files/F1" %}'],
  ['[Start](./start) [Start](./start.md#top)', '[Start](/pages/P1) [Start](/pages/P1#top)'],
])('%s becomes %s', (markdown, expected) => expect(refs.resolveLinks(markdown)).toBe(expected))

test.each([
  '![Map](./other.png)',
  '![Map](map.png)',
  '![Map](../map.png)',
  './map.png',
  '`![Map](./map.png)` and ``a ` ![Map](./map.png)``',
  '```\n![Map](./map.png)\n```\n',
  '~~~md\r\n```\r\n![Map](./map.png)\r\n~~~\r\n',
  '[x](./%)',
])('%j is left unchanged', (text) => expect(refs.resolveLinks(text)).toBe(text))

test('links after a code span or a code block are resolved', () => {
  expect(refs.resolveLinks('`a` ![](./map.png) ` ![](./map.png)')).toBe('`a` ![](/files/F1) ` ![](/files/F1)')
  expect(refs.resolveLinks('```\n```\n![](./map.png)')).toBe('```\n```\n![](/files/F1)')
})

test('a name cannot be used twice', () => {
  expect(() => refs.addFile('start', 'F3', 'body.changes.3')).toThrow('body.changes.3.ref "start"')
})

test('a long line of backticks and half links is handled in linear time', () => {
  const line = `${'`'.repeat(300_000)} ${'` '.repeat(100_000)}${'](./'.repeat(100_000)}`
  expect(refs.resolveLinks(line)).toBe(line)
})
