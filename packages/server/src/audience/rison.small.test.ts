import { expect, test } from 'vitest'
import { Invalid } from '../common/errors.ts'
import { parseRison } from './rison.ts'

test.each<[string, object]>([
  ['()', {}],
  ['(isBeta:!t,unsigned:(dark:!f))', { isBeta: true, unsigned: { dark: false } }],
  ["(plan:'it!'s !!',n:-1.5e3,none:!n)", { plan: "it's !", n: -1500, none: null }],
  ['(groups:!(a,b,!(c)),word:a-b_c.d/é)', { groups: ['a', 'b', ['c']], word: 'a-b_c.d/é' }],
  ["('two words':1,empty:'',list:!())", { 'two words': 1, empty: '', list: [] }],
])('%s is parsed', (text, value) => {
  expect(parseRison(text, 'query.claims')).toEqual(value)
})

test.each([
  '',
  '!t',
  '!(a)',
  'word',
  '(',
  '(a)',
  '(a:)',
  '(a:1,)',
  '(a:1',
  '(a:1)b',
  "(a:'b)",
  '(a:!x)',
  "(a:'!x')",
  '(a b:1)',
  '(1:1)',
  `(a:${'('.repeat(50)}`,
  `(a:${'!('.repeat(50)}`,
  `(a:'${'x'.repeat(5000)}')`,
])('%s is refused', (text) => {
  expect(() => parseRison(text, 'query.claims')).toThrow(Invalid)
})
