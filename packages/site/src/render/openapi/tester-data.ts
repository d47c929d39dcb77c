/** What a page says to `client/api-tester`, the panel in which readers test operations. It runs in browsers: types only. */

/** How a request says who sends it. */
export interface TestableAuthentication {
  /** The name of the scheme, under which the browser keeps what the reader typed. */
  id: string
  kind: 'bearer' | 'basic' | 'header' | 'query'
  /** The name of the header or of the query parameter. */
  name: string
}

export interface TestableParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  /** An example to begin with. Only required parameters have one. */
  value: string
  options: string[]
}

/** An operation as the panel in which readers try it needs it: `client/api-tester` reads it from the page. */
export interface TestableOperation {
  title: string
  method: string
  path: string
  servers: string[]
  authentication: TestableAuthentication[]
  parameters: TestableParameter[]
  bodies: { type: string; text: string }[]
}

/** The texts of the panel. */
export interface TesterWords {
  test: string
  send: string
  server: string
  authentication: string
  parameters: string
  body: string
  response: string
  noContent: string
  required: string
  token: string
  userName: string
  password: string
  headers: string
  unreachable: string
  cutOff: string
  close: string
}
