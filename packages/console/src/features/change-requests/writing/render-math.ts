const MAX_FORMULA_CHARACTERS = 10_000
/** A formula that defines commands can double its length with each of them. */
const definition =
  /\\(?:[gex]?def|let|futurelet|(?:re)?new(?:command|environment)|providecommand|DeclareMathOperator)(?![a-zA-Z])/

/** Draws a formula as sites do: as MathML, made by a library that is loaded with the first formula. */
export async function renderMath(formula: string, element: HTMLElement, isBlock: boolean): Promise<void> {
  const { default: temml } = await import('temml')
  try {
    if (formula.length > MAX_FORMULA_CHARACTERS || definition.test(formula)) throw new Error('not drawn')
    const target = document.createElement('span')
    temml.render(formula, target, { displayMode: isBlock, throwOnError: true, trust: false, maxExpand: 500 })
    element.replaceChildren(...target.childNodes)
    element.classList.remove('has-problem')
  } catch {
    // A formula that is not finished yet, or that sites do not draw either, is shown as it is written.
    element.textContent = formula
    element.classList.add('has-problem')
  }
}
