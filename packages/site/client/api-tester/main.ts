/** Lets readers send the operations that a page describes. Only pages with such operations load it. */
import type { TestableOperation, TesterWords } from '../../src/render/openapi/tester-data.ts'
import { findAll, findOne } from '../dom.ts'
import { openTester } from './dialog.ts'

const words = findOne('#api-tester', HTMLElement)?.dataset['words']
if (words !== undefined) {
  // Our own server wrote both.
  const testerWords = JSON.parse(words) as TesterWords
  for (const button of findAll('button[data-test]', HTMLButtonElement)) button.hidden = false
  // Buttons in parts of the page that come on demand are not there yet.
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-test]') : null
    if (button instanceof HTMLButtonElement)
      openTester(JSON.parse(button.dataset['test'] ?? '') as TestableOperation, testerWords)
  })
}
