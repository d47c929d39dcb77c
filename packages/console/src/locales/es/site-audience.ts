/** Who can read a site. */
export const siteAudience = {
  title: 'Público',
  visibilities: {
    public: 'Todos',
    unlisted: 'Quien tenga la dirección',
    'share-link': 'Con un enlace compartido',
    'visitor-auth': 'Visitantes que inician sesión con usted',
  },
  opensAtOnce: 'El sitio está publicado: al guardar, más personas podrán leerlo.',
  shareLinks: 'Enlaces compartidos',
  shareLinksText:
    'Quien tenga uno lee el sitio mientras se lea con enlace compartido. Desactive uno y ya no abrirá nada.',
  linkName: 'Nombre del enlace',
  linkNamePlaceholder: 'Por ejemplo: Socios',
  createLink: 'Crear enlace',
  isActive: (name: string) => `${name} abre el sitio`,
  copyLink: (name: string) => `Copiar la dirección de ${name}`,
  deleteLink: (name: string) => `Eliminar ${name}`,
  signIn: 'Inicio de sesión propio',
  signInText:
    'Su servidor firma un token con esta clave y envía al visitante al sitio con él. Lo que dice el token decide qué ve.',
  key: 'Clave',
  replaceKey: 'Reemplazar la clave',
  replaceKeyText:
    'Los tokens firmados con la clave antigua se rechazan al instante. Ponga la nueva en su servidor enseguida.',
  fallback: 'Enviar a los visitantes sin token a',
  fallbackHelp: 'La dirección de su inicio de sesión. Vacío muestra una página que pide iniciar sesión.',
  code: 'Código para su servidor (Node.js)',
  token: 'Probar un token',
  tokenHelp: 'Se queda en este navegador.',
  testToken: 'Probar',
  tokenValid: 'El token es correcto y no caduca.',
  tokenValidUntil: (when: string) => `El token es correcto hasta ${when}.`,
  tokenExpired: (when: string) => `El token terminó el ${when}. Firme uno nuevo o ponga un «exp» posterior.`,
  tokenBroken: 'No es un JWT. Un JWT tiene tres partes separadas por puntos.',
  tokenAlgorithm: 'El token no está firmado con HS256. El sitio solo acepta HS256.',
  tokenKey: 'El token se firmó con otra clave. Use la de arriba.',
} as const
