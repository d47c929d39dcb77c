/** Who can read a site. */
export const siteAudience = {
  title: 'Audience',
  visibilities: {
    public: 'Everybody',
    unlisted: 'Everybody with the address',
    'share-link': 'With a share link',
    'visitor-auth': 'Visitors who sign in with you',
  },
  opensAtOnce: 'The site is published: more people can read it as soon as you save.',
  shareLinks: 'Share links',
  shareLinksText:
    'Whoever has one reads the site while it is readable with a share link. Turn one off, and it opens nothing from then on.',
  linkName: 'Name of the link',
  linkNamePlaceholder: 'For example: Partners',
  createLink: 'Create link',
  isActive: (name: string) => `${name} opens the site`,
  copyLink: (name: string) => `Copy the address of ${name}`,
  deleteLink: (name: string) => `Delete ${name}`,
  signIn: 'Sign-in of your own',
  signInText:
    'Your back end signs a token with this key and sends the visitor to the site with it. What the token says decides what the visitor sees.',
  key: 'Key',
  replaceKey: 'Replace the key',
  replaceKeyText:
    'Tokens that were signed with the old key are refused at once. Put the new key into your back end right afterwards.',
  fallback: 'Send visitors without a token to',
  fallbackHelp: 'The address of your sign-in. Empty shows a page that says to sign in.',
  code: 'Code for your back end (Node.js)',
  token: 'Test a token',
  tokenHelp: 'It stays in this browser.',
  testToken: 'Test it',
  tokenValid: 'The token is right and has no end.',
  tokenValidUntil: (when: string) => `The token is right until ${when}.`,
  tokenExpired: (when: string) => `The token ended ${when}. Sign a new one, or give it a later “exp”.`,
  tokenBroken: 'This is not a JWT. A JWT has three parts with dots between them.',
  tokenAlgorithm: 'The token is not signed with HS256. The site accepts only HS256.',
  tokenKey: 'The token was signed with another key. Use the key above.',
} as const
