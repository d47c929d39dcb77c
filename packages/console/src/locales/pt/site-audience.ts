/** Who can read a site. */
export const siteAudience = {
  title: 'Público',
  visibilities: {
    public: 'Todos',
    unlisted: 'Quem tem o endereço',
    'share-link': 'Com link de compartilhamento',
    'visitor-auth': 'Visitantes que entram com você',
  },
  opensAtOnce: 'O site está publicado: ao salvar, mais pessoas poderão ler.',
  shareLinks: 'Links de compartilhamento',
  shareLinksText:
    'Quem tem um lê o site enquanto ele for lido por link. Desligue um e ele não abre mais nada.',
  linkName: 'Nome do link',
  linkNamePlaceholder: 'Por exemplo: Parceiros',
  createLink: 'Criar link',
  isActive: (name: string) => `${name} abre o site`,
  copyLink: (name: string) => `Copiar o endereço de ${name}`,
  deleteLink: (name: string) => `Excluir ${name}`,
  signIn: 'Login próprio',
  signInText:
    'Seu servidor assina um token com esta chave e envia o visitante ao site com ele. O que o token diz decide o que o visitante vê.',
  key: 'Chave',
  replaceKey: 'Substituir a chave',
  replaceKeyText:
    'Tokens assinados com a chave antiga são recusados na hora. Coloque a nova no servidor em seguida.',
  fallback: 'Enviar visitantes sem token para',
  fallbackHelp: 'O endereço do seu login. Vazio mostra uma página que pede login.',
  code: 'Código para o servidor (Node.js)',
  token: 'Testar um token',
  tokenHelp: 'Fica neste navegador.',
  testToken: 'Testar',
  tokenValid: 'O token está certo e não expira.',
  tokenValidUntil: (when: string) => `O token está certo até ${when}.`,
  tokenExpired: (when: string) => `O token terminou em ${when}. Assine um novo ou use um “exp” mais tarde.`,
  tokenBroken: 'Não é um JWT. Um JWT tem três partes separadas por pontos.',
  tokenAlgorithm: 'O token não está assinado com HS256. O site só aceita HS256.',
  tokenKey: 'O token foi assinado com outra chave. Use a chave acima.',
} as const
