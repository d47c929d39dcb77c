import type { BlockType, Inline } from '../document/types.ts'

/** For every block type of the contract, Markdown that parses to such a block. */
export const markdownByBlockType: Record<BlockType, string> = {
  paragraph: 'Some text.',
  'heading-1': '## Install',
  'heading-2': '### Linux <a href="#on-linux" id="on-linux"></a>',
  'heading-3': '#### Debian',
  'list-ordered': '3. three\n4. four',
  'list-unordered': '* one\n* two\n  * three',
  'list-tasks': '* [x] done\n* [ ] to do',
  'list-item': '* one',
  divider: 'a\n\n---',
  blockquote: '> Quoted.\n>\n> > Twice.',
  hint: '{% hint style="warning" %}\nMind the gap.\n{% endhint %}',
  if: '{% if visitor.claims.plan == "pro" %}\nFor you.\n{% endif %}',
  images:
    '<div align="center" data-full-width="true"><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>',
  image:
    '<figure><picture><source srcset="night.png" media="(prefers-color-scheme: dark)"><img src="day.png" alt="A day" width="375"></picture><figcaption><p>By <strong>day</strong></p></figcaption></figure>',
  file: '{% file src="report.pdf" %}\nThe report\n{% endfile %}',
  drawing: '<img src="sketch.svg" alt="" class="gitbook-drawing">',
  embed: '{% embed url="https://example.com/video" %}\nA film\n{% endembed %}',
  code: '{% code title="main.ts" lineNumbers="true" overflow="wrap" %}\n```ts\nconst a = 1\n```\n{% endcode %}',
  'code-line': '<pre class="language-js"><code class="lang-js">let a\n<strong>let b\n</strong></code></pre>',
  math: '$$\na^2 + b^2 = c^2\n$$',
  expandable: '<details>\n\n<summary>More</summary>\n\nThere is.\n\n</details>',
  tabs: '{% tabs %}\n{% tab title="One" %}\nFirst\n{% endtab %}\n\n{% tab title="Two" %}\nSecond\n{% endtab %}\n{% endtabs %}',
  'tabs-item': '{% tabs %}\n{% tab title="One" %}\nFirst\n{% endtab %}\n{% endtabs %}',
  table:
    '<table data-view="cards"><thead><tr><th></th><th data-type="rating" data-max="5">Stars</th><th data-type="checkbox"></th><th data-type="number"></th><th data-type="select">Kind<select><option value="a" label="A" color="blue"></option></select></th><th data-type="users"></th><th data-type="files"></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td><strong>Start</strong></td><td>4</td><td>true</td><td>1.5</td><td><span data-option="a">A, </span></td><td><a href="/users/u1">u1</a></td><td><a href="a.zip">a.zip</a></td><td><a href="start.md">start.md</a></td><td><a href="cover.png" data-object-fit="contain">cover.png</a></td></tr></tbody></table>',
  swagger:
    '{% openapi src="petstore.yaml" path="/pets" method="get" %}\n[petstore.yaml](petstore.yaml)\n{% endopenapi %}',
  'openapi-operation':
    '{% openapi-operation spec="petstore" path="/pets" method="post" %}\n{% endopenapi-operation %}',
  'openapi-schemas':
    '{% openapi-schemas spec="petstore" schemas="Pet,Error" grouped="true" %}\n{% endopenapi-schemas %}',
  'openapi-webhook':
    '{% openapi-webhook spec="petstore" name="newPet" method="post" %}\n{% endopenapi-webhook %}',
  'content-ref': '{% content-ref url="guide/start.md" %}\n[start.md](guide/start.md)\n{% endcontent-ref %}',
  integration: '{% @mermaid/diagram content="graph TD\n  a --> b" fullWidth="false" %}',
  'reusable-content': '{% include "../includes/note.md" %}',
  stepper:
    '{% stepper %}\n{% step %}\n### First\n\nDo this.\n{% endstep %}\n\n{% step icon="flag" %}\nDone.\n{% endstep %}\n{% endstepper %}',
  'stepper-step': '{% stepper %}\n{% step icon="flag" %}\nDo this.\n{% endstep %}\n{% endstepper %}',
  columns:
    '{% columns %}\n{% column width="33.3%" valign="middle" %}\nLeft\n{% endcolumn %}\n\n{% column %}\nRight\n{% endcolumn %}\n{% endcolumns %}',
  column: '{% columns %}\n{% column width="50%" %}\nLeft\n{% endcolumn %}\n{% endcolumns %}',
  updates:
    '{% updates format="full" %}\n{% update date="2026-01-31" tags="new,api" %}\nIt flies.\n{% endupdate %}\n{% endupdates %}',
  update: '{% updates %}\n{% update date="2026-01-31" %}\nIt flies.\n{% endupdate %}\n{% endupdates %}',
  prompt:
    '{% prompt description="Ask for a haiku" icon="feather" %}\n```\nWrite a haiku.\n```\n{% endprompt %}',
}

/** For every inline type of the contract, Markdown that parses to such an inline. */
export const markdownByInlineType: Record<Inline['type'], string> = {
  link: 'See [the guide](guide.md).',
  emoji: 'Well done :tada:',
  icon: 'Lift off <i class="fa-rocket">:rocket:</i>',
  expression: 'Version <code class="expression">space.vars.version</code>',
  'inline-math': 'Where $$a$$ is b.',
  'inline-image': 'A <img src="dot.png" alt="dot" data-size="line"> here.',
  annotation: 'A word[^1] of note.\n\n[^1]: Explained.',
  mention: 'Ask [u1](/users/u1 "mention").',
  button: '<a href="https://example.com" class="button primary" data-icon="rocket">Go</a>',
}
