import type { Page } from 'playwright-core'
import { waitFor } from '../../../packages/server/src/testing/wait-for.ts'
import { findTextField } from './change-requests.ts'

/** The blocks of the text as somebody sees them. */
export const readBlocks = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.editor-text > *')].map((block) => block.textContent)`)

/** Waits until the page can be written. */
export async function waitForEditor(page: Page, words: string): Promise<void> {
  await findTextField(page).getByText(words).first().waitFor()
}

/** Puts the cursor to one end of the paragraph with some words. */
export async function placeCursor(page: Page, words: string, key: 'Home' | 'End'): Promise<void> {
  await findTextField(page).getByText(words).click()
  // The editor restores its selection 20 ms after it got the focus, and takes back what a key did meanwhile.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 30))')
  await page.keyboard.press(key)
}

/** Waits until everybody has one text, which has some words, each once. Returns its blocks. */
export async function waitForOneText(pages: readonly Page[], words: readonly string[]): Promise<string[]> {
  const [first, ...others] = pages
  if (!first) throw new Error('There is no page.')
  return waitFor(`one text with ${words.join(', ')}`, async () => {
    const blocks = await readBlocks(first)
    const all = blocks.join('\n')
    if (words.some((word) => all.split(word).length !== 2)) return false
    for (const other of others) if ((await readBlocks(other)).join('\n') !== all) return false
    return blocks
  })
}
