import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string }[] }[]
}

/** Ends once no colour is on its way to another one: axe would report the contrast of what nobody sees for long. */
const finishTransitions = `Promise.allSettled(
  document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition)
    .map((transition) => transition.finished)
).then(() => 0)`

/** Ends once nothing is read out any more about a button that is gone: what is left of it has no name. */
const finishAnnouncements = `new Promise((resolve) => {
  const look = () =>
    document.querySelector('[data-live-announcer] [role=img]') ? setTimeout(look, 100) : resolve(0)
  look()
})`

/**
 * What axe finds against WCAG 2.2 AA and its best practices. It runs in a world of its own, so that the content security
 * policy of the page stays as it is.
 *
 * @param rules the names of axe's rules to check, instead of all.
 */
export async function findAccessibilityProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  })
  const evaluate = async (expression: string, awaitPromise = false): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  await evaluate(`${axe};0`)
  await evaluate(finishTransitions, true)
  await evaluate(finishAnnouncements, true)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const options = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags },
    resultTypes: ['violations'],
  }
  // axe documents the shape of its result.
  const { violations } = (await evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
    true,
  )) as AxeResult
  await session.detach()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 300)}`),
  )
}
