const credential = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} }

/** What requests of the access matrix send. */
export const samples = {
  redirect: { source: '/old', destination: { kind: 'external', url: 'https://acme.example/new' } },
  adaptiveSchema: { jsonSchema: { type: 'object', properties: {}, additionalProperties: false } },
  oidcProvider: { label: 'Company', issuer: 'https://id.invalid', clientID: 'verso' },
  registration: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'e30' } },
  assertion: {
    ...credential,
    response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
  },
  externalLink: { title: 'Status', url: 'https://status.example' },
  comment: { body: { markdown: 'Good.' } },
  reaction: { addedReactions: ['1f44d'] },
  repository: {
    url: 'https://git.invalid/acme/docs.git',
    ref: 'refs/heads/main',
    gitInfo: { provider: 'github-legacy' },
  },
  glossary: { operations: [{ type: 'insert', translations: { en: 'space', es: 'espacio' } }] },
  insertPage: (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'Hello' } }),
  translation: (space: string) => ({ source: { space, language: 'en' }, language: 'es' }),
}
