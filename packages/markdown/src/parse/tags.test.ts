import { describe, expect, test } from 'vitest'
import { parseToBlocks, formatOutline } from '../testing/outline.ts'
import { readTag } from './tag.ts'

describe('reading a tag', () => {
  test('gives its name, its attributes and its end', () => {
    const readResult = readTag('{% tab title="A \\"b\\" 100%}" n=5 on=true %} rest', 0)
    expect(Object.fromEntries(readResult?.tag.attributes ?? [])).toEqual({
      title: 'A "b" 100%}',
      n: 5,
      on: true,
    })
    expect(readResult?.tag).toMatchObject({ name: 'tab', closing: false })
    expect(readResult?.end).toBe('{% tab title="A \\"b\\" 100%}" n=5 on=true %}'.length)
  })

  test('recognizes an end tag', () => {
    expect(readTag('{% endtab %}', 0)?.tag).toMatchObject({ name: 'tab', closing: true })
  })

  test('gives nothing for an incomplete tag', () => {
    expect(readTag('{% tab title="x"', 0)).toBeUndefined()
    expect(readTag('{% %}', 0)).toBeUndefined()
  })
})

describe('containers', () => {
  test('a hint has a style, and the style info when it is unknown', () => {
    expect(parseToBlocks('{% hint style="danger" icon="bolt" %}\na\n{% endhint %}')[0]).toMatchObject({
      data: { style: 'danger', icon: 'bolt' },
    })
    expect(parseToBlocks('{% hint style="loud" %}\na\n{% endhint %}')[0]).toMatchObject({
      data: { style: 'info' },
    })
  })

  test.each([
    [
      'tabs',
      '{% tabs %}\n{% tab title="a" %}\nb\n{% endtab %}\n{% tab title="c" %}\nd\n{% endtab %}\n{% endtabs %}',
      'tabs(tabs-item(paragraph("b")) tabs-item(paragraph("d")))',
    ],
    [
      'a stepper',
      '{% stepper %}\n{% step %}\n## a\n{% endstep %}\n{% endstepper %}',
      'stepper(stepper-step(heading-1("a")))',
    ],
    [
      'columns',
      '{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
      'columns(column(paragraph("a")) column(paragraph("b")))',
    ],
    ['a condition', '{% if a.b %}\nc\n{% endif %}', 'if(paragraph("c"))'],
    [
      'tags in tags',
      '{% hint %}\n{% tabs %}\n{% tab %}\na\n{% endtab %}\n{% endtabs %}\n{% endhint %}',
      'hint(tabs(tabs-item(paragraph("a"))))',
    ],
    ['a hint on one line', '{% hint style="info" %} a {% endhint %}', 'hint(paragraph("a"))'],
    [
      'an end tag after the last word',
      '{% hint %}\n* a\n* b {% endhint %}\nc',
      'hint(list-unordered(list-item(paragraph("a")) list-item(paragraph("b")))) paragraph("c")',
    ],
  ])('%s', (_name, markdown, expected) => {
    expect(formatOutline(parseToBlocks(markdown))).toBe(expected)
  })
})

describe('a missing part affects its own block and no other', () => {
  test.each([
    [
      'an end tag',
      '{% hint %}\na\n\n{% hint %}\nb\n{% endhint %}',
      'raw-tag paragraph("a") hint(paragraph("b"))',
    ],
    ['a start tag', 'a\n{% endhint %}\nb', 'paragraph("a") raw-tag paragraph("b")'],
    [
      'the end of a tab',
      '{% tabs %}\n{% tab %}\na\n{% tab %}\nb\n{% endtabs %}',
      'tabs(tabs-item(paragraph("a")) tabs-item(paragraph("b")))',
    ],
    [
      'the end of a hint in a tab',
      '{% tabs %}\n{% tab %}\n{% hint %}\na\n{% endtab %}\n{% endtabs %}',
      'tabs(tabs-item(raw-tag paragraph("a")))',
    ],
    ['the tabs around a tab', '{% tab %}\na\n{% endtab %}', 'raw-tag paragraph("a") raw-tag'],
    ['the code in a code tag', '{% code %}\na\n{% endcode %}', 'raw-tag paragraph("a") raw-tag'],
    ['the end of details', '<details>\n\na\n\n## b', 'raw-html paragraph("a") heading-1("b")'],
    ['the end of a raw block', '{% raw %}\na\n\n**b**', 'raw-tag paragraph("a") paragraph(bold("b"))'],
  ])('%s', (_name, markdown, expected) => {
    expect(formatOutline(parseToBlocks(markdown)).replaceAll(/\(code-line\([^()]*\)\)/g, '')).toBe(expected)
  })
})

describe('tags without content', () => {
  test('an embed needs no end tag and may have a caption', () => {
    expect(
      formatOutline(parseToBlocks('{% embed url="a" %}\n\nb\n\n{% embed url="c" %}\nd\n{% endembed %}')),
    ).toBe('embed paragraph("b") embed([paragraph("d")])')
  })

  test('an openapi tag with a file is a swagger block', () => {
    expect(
      parseToBlocks(
        '{% openapi src="../api.yaml" path="/v1/{id}" method="get" %}\n[x](../api.yaml)\n{% endopenapi %}',
      )[0],
    ).toMatchObject({
      type: 'swagger',
      data: { ref: { kind: 'file', file: '../api.yaml' }, path: '/v1/{id}', method: 'get' },
    })
  })

  test('a swagger tag with a source is a swagger block', () => {
    expect(
      parseToBlocks(
        '{% swagger src="https://a.b/api.json" path="/p" method="post" %}\n[x](y)\n{% endswagger %}',
      )[0],
    ).toMatchObject({
      type: 'swagger',
      data: { ref: { kind: 'url', url: 'https://a.b/api.json' } },
    })
  })

  test('an integration tag may have a value of several lines', () => {
    expect(parseToBlocks('{% @mermaid/diagram content="graph TD\n  a --> b" %}')[0]).toMatchObject({
      type: 'integration',
      data: { integration: 'mermaid', block: 'diagram', props: { content: 'graph TD\n  a --> b' } },
    })
  })

  test('an include tag is a reusable content block', () => {
    expect(parseToBlocks('{% include "../../.gitbook/includes/a.md" %}')[0]).toMatchObject({
      type: 'reusable-content',
      data: { ref: { kind: 'reusable-content', reusableContent: '../../.gitbook/includes/a.md' } },
    })
  })
})

describe('raw tags', () => {
  test('contain text that is not interpreted', () => {
    expect(formatOutline(parseToBlocks('{% raw %}\n{% hint %} **a**\n{% endraw %}'))).toBe(
      'raw-text(code-line("{% hint %} **a**"))',
    )
  })

  test('with a fence are code with its language', () => {
    expect(parseToBlocks('{% raw %}\n```js\n{{ a }}\n```\n{% endraw %}')[0]).toMatchObject({
      type: 'code',
      data: { syntax: 'js', raw: 'fence' },
    })
  })

  test('inside a paragraph are inline code', () => {
    expect(formatOutline(parseToBlocks('a {% raw %}{{ b }}{% endraw %} c'))).toBe(
      'paragraph("a " code("{{ b }}") " c")',
    )
  })
})

describe('prompts', () => {
  test.each([
    ['text', 'Write a *haiku*.\n\n- now'],
    ['a fence', '```\nWrite a *haiku*.\n\n- now\n```'],
  ])('contain %s that is not interpreted', (_name, content) => {
    const [block] = parseToBlocks(`{% prompt description="Ask" %}\n${content}\n{% endprompt %}`)
    expect(block).toMatchObject({ type: 'prompt', data: { description: 'Ask' } })
    expect(formatOutline(block ? [block] : [])).toBe(
      'prompt(code(code-line("Write a *haiku*.") code-line("") code-line("- now")))',
    )
  })
})

describe('legacy tags that describe an API', () => {
  test('api-method becomes a heading, code and a table of parameters', () => {
    const markdown = `{% api-method method="get" host="https://a.b" path="/c" %}
{% api-method-summary %}
Get
{% endapi-method-summary %}
{% api-method-spec %}
{% api-method-request %}
{% api-method-path-parameters %}
{% api-method-parameter name="id" type="string" required=true %}
Which
{% endapi-method-parameter %}
{% api-method-parameter name="n" %}
{% endapi-method-parameter %}
{% endapi-method-path-parameters %}
{% endapi-method-request %}
{% endapi-method-spec %}
{% endapi-method %}`
    expect(formatOutline(parseToBlocks(markdown))).toBe(
      'heading-3("Get") paragraph(code("GET https://a.b/c")) paragraph(bold("Path parameters")) ' +
        'table([paragraph(code("id"))] [paragraph("string, required")] [paragraph("Which")] [paragraph(code("n"))])',
    )
  })

  test('swagger becomes a heading, code, text, a table of parameters and tabs of responses', () => {
    const markdown = `{% swagger method="post" path="/c" baseUrl="https://a.b" summary="Make" %}
{% swagger-description %}
Text
{% endswagger-description %}
{% swagger-parameter in="body" name="id" %}
Which
{% endswagger-parameter %}
{% swagger-response status="200: OK" description="" %}
Fine
{% endswagger-response %}
{% endswagger %}`
    expect(formatOutline(parseToBlocks(markdown))).toBe(
      'heading-3("Make") paragraph(code("POST https://a.b/c")) paragraph("Text") ' +
        'paragraph(bold("Body parameters")) table([paragraph(code("id"))] [paragraph("Which")]) ' +
        'paragraph(bold("Responses")) tabs(tabs-item(paragraph("Fine")))',
    )
  })

  test('swagger groups parameters by location, and lists those that do not fit into a table', () => {
    const markdown = `{% swagger method="get" path="/c/{id}" %}
{% swagger-parameter in="path" name="id" type="String" required="true" %}
Which
{% endswagger-parameter %}
{% swagger-parameter in="query" name="q" %}
One of

* a
{% endswagger-parameter %}
{% swagger-parameter in="path" name="other" %}

{% endswagger-parameter %}
{% swagger-response status="200: OK" description="Found" %}
\`\`\`json
{}
\`\`\`
{% endswagger-response %}
{% swagger-response status="404: Not Found" %}
{% endswagger-response %}
{% endswagger %}`
    const blocks = parseToBlocks(markdown)
    expect(formatOutline(blocks)).toBe(
      'paragraph(code("GET /c/{id}")) paragraph(bold("Path parameters")) ' +
        'table([paragraph(code("id"))] [paragraph("String, required")] [paragraph("Which")] [paragraph(code("other"))]) ' +
        'paragraph(bold("Query parameters")) ' +
        'list-unordered(list-item(paragraph(code("q") ": One of") list-unordered(list-item(paragraph("a"))))) ' +
        'paragraph(bold("Responses")) tabs(tabs-item(code(code-line("{}"))) tabs-item(paragraph("")))',
    )
    expect(blocks.at(-1)).toMatchObject({
      nodes: [{ data: { title: '200: OK Found' } }, { data: { title: '404: Not Found' } }],
    })
  })
})
