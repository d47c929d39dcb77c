import { describe, expect, test } from 'vitest'
import { drawDiagram, writePictureUrl } from './diagram.ts'

const sources = {
  flowchart: 'graph TD\n  A[Start] --> B{Is it ready?}\n  B -->|Yes| C[Send it]\n  B -->|No| A',
  sequence:
    'sequenceDiagram\n  participant A as Alice\n  A->>B: Hello\n  B-->>A: Hi\n  Note over A,B: They met',
  states: 'stateDiagram-v2\n  [*] --> Idle\n  Idle --> Running: start\n  Running --> [*]',
  classes: 'classDiagram\n  class Animal {\n    +int age\n    +run() void\n  }\n  Animal <|-- Duck',
  entities: 'erDiagram\n  CUSTOMER ||--o{ ORDER : places',
}

describe('a Mermaid diagram', () => {
  test.each(Object.entries(sources))('is drawn: %s', async (_, source) => {
    const diagram = await drawDiagram(source)

    expect(diagram).toMatchObject({ width: expect.any(Number), height: expect.any(Number) })
    expect(diagram?.light).toMatch(/^<svg .*<\/svg>\s*$/)
    expect(diagram?.light).toContain('--bg:#ffffff')
    expect(diagram?.dark).toContain('--bg:#17191f')
    expect(diagram?.dark).not.toContain('#ffffff')
  })

  test.each([
    ['a kind that cannot be drawn', 'gantt\n  title Plan\n  section A\n  Task :a1, 2026-01-01, 30d'],
    ['no diagram at all', 'Hello'],
    ['nothing', ''],
    ['a source that is too long', `graph TD\n${'  A --> B\n'.repeat(3000)}`],
  ])('is not drawn: %s', async (_, source) => {
    expect(await drawDiagram(source)).toBeUndefined()
  })

  test('loads nothing from elsewhere, and its texts stay texts', async () => {
    const hostile = '<script>alert(1)</script><image href="https://evil.example/x.png"/>'
    for (const source of [
      `graph TD\n  A["${hostile}"] --> B\n  click A "javascript:alert(1)"\n  style B fill:url(https://evil.example/y)`,
      `sequenceDiagram\n  participant A as ${hostile}\n  A->>B: ${hostile}\n  Note over A: ${hostile}`,
    ]) {
      const svg = (await drawDiagram(source))?.light ?? ''
      expect(svg).toContain('<svg ')
      expect(svg).not.toMatch(/<(?:script|image|foreignObject|a)\b|@import|javascript:/i)
    }
  })

  test('is written into an address of which nothing is lost', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text fill="#123456">100 % &amp; more</text></svg>'
    const response = await fetch(writePictureUrl(svg))

    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(await response.text()).toBe(svg)
  })
})
