import { expect, test } from 'vitest'
import { findConflicts, resolveConflict } from './conflict-marks.ts'

const text = [
  'Above',
  '<<<<<<< This change request',
  'ten',
  '||||||| Before both',
  'five',
  '=======',
  'twelve',
  '>>>>>>> The space',
  'Below',
  '',
].join('\n')

test('finds both versions and what they came from', () => {
  expect(findConflicts(text)).toMatchObject([
    {
      ours: 'ten\n',
      theirs: 'twelve\n',
      base: 'five\n',
      ourLabel: 'This change request',
      theirLabel: 'The space',
      baseLabel: 'Before both',
    },
  ])
})

test('finds a conflict in which nothing was there before', () => {
  const [conflict] = findConflicts(text.replace('five\n', ''))
  expect(conflict?.base).toBe('')
})

test('finds a conflict without what both came from', () => {
  const [conflict] = findConflicts(text.replace('||||||| Before both\nfive\n', ''))
  expect(conflict).toMatchObject({ ours: 'ten\n', theirs: 'twelve\n', base: undefined })
})

test('puts a version in the place of the conflict and its marks', () => {
  const [conflict] = findConflicts(text)
  expect(conflict && resolveConflict(text, conflict, conflict.base ?? '')).toBe('Above\nfive\nBelow\n')
})

test('finds none in tables and headings', () => {
  expect(findConflicts('| a | b |\n|---|---|\n| 1 | 2 |\n\nTitle\n=======\n\nText.\n')).toEqual([])
})
