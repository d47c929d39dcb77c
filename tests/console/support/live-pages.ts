import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitForAssertions } from '../../../packages/server/src/testing/wait-for.ts'
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
  let blocks: string[] = []
  await waitForAssertions(async () => {
    const [first = [], ...others] = await Promise.all(pages.map(readBlocks))
    for (const other of others) expect(other).toEqual(first)
    const text = first.join('\n')
    for (const word of words) expect(text.split(word), `'${word}' once in:\n${text}`).toHaveLength(2)
    blocks = first
  })
  return blocks
}
