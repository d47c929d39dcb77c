import type { TestableOperation, TesterWords } from '../../src/render/openapi/tester-data.ts'
import { createElement, createInput, createSection, createSelect, createTextArea } from './elements.ts'
import { buildRequest, fieldNames, sendRequest, type TestResponse } from './request.ts'

/** Opens a panel with a form for an operation. Closing it ends a request that is under way. */
export function openTester(operation: TestableOperation, words: TesterWords): void {
  const { method, path, title } = operation
  const titleId = 'api-tester-title'
  const form = createElement('form', { className: 'api-tester-form' }, ...createSections(operation, words))
  const sendButton = createElement('button', { type: 'submit', className: 'button primary' }, words.send)
  form.append(createElement('div', { className: 'api-tester-actions' }, sendButton))
  const result = createElement('div', { className: 'api-tester-result' })
  result.setAttribute('aria-live', 'polite')
  const closeButton = createElement('button', { type: 'button', className: 'api-tester-close' }, '✕')
  closeButton.setAttribute('aria-label', words.close)
  const dialog = createElement(
    'dialog',
    { className: 'api-tester' },
    createElement(
      'header',
      {},
      createElement('h2', { id: titleId }, title === '' ? words.test : title),
      closeButton,
    ),
    createElement(
      'p',
      { className: 'api-line' },
      createElement('span', { className: `method ${method.toLowerCase()}` }, method),
      createElement('code', {}, path),
    ),
    form,
    result,
  )
  dialog.setAttribute('aria-labelledby', titleId)
  let request = new AbortController()
  const send = async (): Promise<void> => {
    request.abort()
    request = new AbortController()
    const { signal } = request
    rememberSecrets(operation, form)
    sendButton.setAttribute('aria-busy', 'true')
    try {
      const response = await sendRequest(buildRequest(operation, readValues(form)), signal)
      if (!signal.aborted) showResponse(result, response, words)
    } catch {
      // Browsers do not tell scripts why a request to another host failed.
      if (!signal.aborted)
        result.replaceChildren(createElement('p', { className: 'api-tester-error' }, words.unreachable))
    }
    if (signal.aborted) return
    sendButton.removeAttribute('aria-busy')
    result.scrollIntoView({ block: 'nearest' })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  closeButton.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    request.abort()
    dialog.remove()
  })
  document.body.append(dialog)
  dialog.showModal()
}

function readValues(form: HTMLFormElement): Map<string, string> {
  return new Map(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}

function createSections(operation: TestableOperation, words: TesterWords): HTMLElement[] {
  const { servers, authentication, parameters, bodies, method } = operation
  const sections = [
    createSelect({
      label: words.server,
      name: fieldNames.server,
      value: servers[0] ?? '',
      options: servers,
    }),
  ]
  if (authentication.length > 0) {
    sections.push(createSection(words.authentication, ...createSecretFields(operation, words)))
  }
  if (parameters.length > 0) {
    sections.push(
      createSection(
        words.parameters,
        ...parameters.map(({ name, required, value, options }, index) => {
          const field = {
            label: name,
            name: fieldNames.parameter(index),
            value,
            ...(required && { note: words.required }),
          }
          if (options.length === 0) return createInput({ ...field, required })
          return createSelect({ ...field, options: required ? options : ['', ...options] })
        }),
      ),
    )
  }
  if (bodies.length > 0 && method !== 'GET' && method !== 'HEAD') {
    sections.push(createBodySection(bodies, words))
  }
  return sections
}

function createBodySection(bodies: TestableOperation['bodies'], words: TesterWords): HTMLElement {
  const first = bodies[0] ?? { type: '', text: '' }
  const typeField = createSelect({
    label: 'Content-Type',
    name: fieldNames.bodyType,
    value: first.type,
    options: bodies.map(({ type }) => type),
  })
  const textField = createTextArea({ label: words.body, name: fieldNames.body, value: first.text })
  const [select, area] = [typeField.querySelector('select'), textField.querySelector('textarea')]
  select?.addEventListener('change', () => {
    const body = bodies.find(({ type }) => type === select.value)
    if (body && area) area.value = body.text
  })
  return createSection(words.body, typeField, textField)
}

function createSecretFields({ authentication }: TestableOperation, words: TesterWords): HTMLElement[] {
  return authentication.flatMap(({ id, kind, name }, index) => {
    const label = kind === 'basic' ? words.password : kind === 'bearer' ? words.token : name
    const secret = createInput({
      label,
      name: fieldNames.secret(index),
      value: secrets.get(`${id} secret`) ?? '',
      type: 'password',
    })
    if (kind !== 'basic') return [secret]
    const user = createInput({
      label: words.userName,
      name: fieldNames.user(index),
      value: secrets.get(`${id} user`) ?? '',
    })
    return [user, secret]
  })
}

/** What was typed, for the next operation of this page. It is never stored: whoever uses the browser next must not find it. */
const secrets = new Map<string, string>()

function rememberSecrets({ authentication }: TestableOperation, form: HTMLFormElement): void {
  const values = readValues(form)
  authentication.forEach(({ id }, index) => {
    secrets.set(`${id} secret`, values.get(fieldNames.secret(index)) ?? '')
    secrets.set(`${id} user`, values.get(fieldNames.user(index)) ?? '')
  })
}

function showResponse(result: HTMLElement, response: TestResponse, words: TesterWords): void {
  const { status, statusText, milliseconds, headers, text, isCutOff } = response
  const body = createElement('pre', {}, createElement('code', {}, text === '' ? words.noContent : text))
  body.tabIndex = 0
  body.setAttribute('role', 'group')
  body.setAttribute('aria-label', words.response)
  result.replaceChildren(
    createElement(
      'p',
      { className: 'api-tester-status' },
      createElement(
        'strong',
        { className: `status status-${String(status).charAt(0)}` },
        `${status} ${statusText}`.trim(),
      ),
      createElement('span', {}, `${milliseconds} ms`),
    ),
    createElement(
      'details',
      {},
      createElement('summary', {}, `${words.headers} (${headers.length})`),
      createElement(
        'dl',
        {},
        ...headers.flatMap(([name, value]) => [
          createElement('dt', {}, name),
          createElement('dd', {}, value),
        ]),
      ),
    ),
    body,
    ...(isCutOff ? [createElement('p', { className: 'api-tester-note' }, words.cutOff)] : []),
  )
}
