/** Links that show a change request to people without an account. */
export const previews = {
  title: 'Compartir una vista previa',
  explanation:
    'Quien tenga un enlace ve este espacio en un sitio, con los cambios de esta solicitud. No necesita cuenta y no ve nada más.',
  site: 'Sitio',
  ends: 'Termina',
  inDays: (days: number) => (days === 1 ? 'En un día' : `En ${days} días`),
  endsAt: (date: string) => `termina ${date}`,
  create: 'Crear y copiar enlace',
  copied: 'El enlace se ha copiado.',
  copyLink: (name: string) => `Copiar el enlace: ${name}`,
  endLink: (name: string) => `Terminar el enlace: ${name}`,
  noSite: 'Ningún sitio muestra este espacio todavía. Añádalo primero a un sitio.',
} as const
