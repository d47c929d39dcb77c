import { describe, expect, it, test } from 'vitest'
import { runWithDeadline } from './deadline.ts'
import { renderFormula } from './math.ts'
import { PageStyles } from './page-styles.ts'

const render = (source: string): string => renderFormula(source, true, new PageStyles()).text

const fail = () => {
  throw new TypeError('no')
}

const spin = () => {
  for (;;);
}

describe('renderFormula', () => {
  it('renders a long formula that people write', () => {
    const lines = Array.from({ length: 60 }, (_, n) => String.raw`x_{${n}} &= \frac{a_{${n}}}{\sqrt{b}} \\`)
    expect(render(String.raw`\begin{aligned}${lines.join('\n')}\end{aligned}`)).toMatch(/^<math.*<mtable/s)
  })

  it.each([
    String.raw`\def\a{x}\a`,
    String.raw`\gdef\a{x}\a`,
    String.raw`\edef\a{x}\a`,
    String.raw`\xdef\a{x}\a`,
    String.raw`\let\a=x\a`,
    String.raw`\futurelet\a\b x`,
    String.raw`\global\let\a=x`,
    String.raw`\long\def\a{x}`,
    String.raw`\newcommand{\a}{x}\a`,
    String.raw`\newcommand \a{x}\a`,
    String.raw`\renewcommand{\alpha}{x}\alpha`,
    String.raw`\providecommand{\a}{x}\a`,
    String.raw`{\def
      \a{x}}`,
  ])('shows the source of a formula that defines a command: %s', (source) => {
    expect(render(source)).toMatch(/^<code class="math-error">/)
  })

  it('still renders commands whose names begin like those', () => {
    expect(render(String.raw`\deg x \\ \left( \longrightarrow \right)`)).toMatch(/^<math/)
  })

  it.each([
    ['definitions that double', String.raw`\def\a#1{#1#1}${'\\a{'.repeat(18)}x${'}'.repeat(18)}`],
    ['many letters', 'x'.repeat(9000)],
    ['many fractions', `${'\\frac{'.repeat(900)}x${'}{y}'.repeat(900)}`],
    ['many cells', String.raw`\begin{matrix}${'&'.repeat(9000)}\end{matrix}`],
    ['chemistry', String.raw`\ce{${'H2O + '.repeat(1500)}}`],
    ['many characters', 'x'.repeat(20_000)],
  ])('shows the source of a formula that is too long: %s', (_name, source) => {
    expect(render(source)).toMatch(/^<code class="math-error">/)
  })
})

describe('runWithDeadline', () => {
  test('returns the result', () => {
    expect(runWithDeadline(() => ({ one: 1 }), 60_000)).toEqual({ one: 1 })
  })

  test('throws what the function throws', () => {
    expect(() => runWithDeadline(fail, 60_000)).toThrow(TypeError)
  })

  test('ends a function that never ends', () => {
    expect(() => runWithDeadline(spin, 20)).toThrow(/timed out/)
    expect(runWithDeadline(() => 'next', 60_000)).toBe('next')
  })

  test('ends a regular expression that never ends', () => {
    expect(() => runWithDeadline(() => /^(a+)+$/.test(`${'a'.repeat(60)}b`), 20)).toThrow(/timed out/)
  })
})
