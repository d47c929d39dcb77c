export const imports = {
  title: 'Importar',
  text: 'Lo que importe se añade detrás de las páginas que ya tiene este espacio. Estas no cambian.',
  source: '¿Qué quiere importar?',
  sources: {
    website: { label: 'Un sitio web', help: 'Todas las páginas bajo una dirección, con sus imágenes.' },
    zip: {
      label: 'Un archivo comprimido',
      help: 'Archivos Markdown, HTML y Word con sus imágenes, en un ZIP.',
    },
    markdown: { label: 'Un archivo Markdown', help: 'Una página.' },
    docx: { label: 'Un documento de Word', help: 'Una página, con sus imágenes y tablas.' },
    notion: { label: 'Notion', help: 'El archivo comprimido que exporta Notion, en Markdown o HTML.' },
    confluence: { label: 'Confluence', help: 'La exportación HTML de un espacio.' },
    'google-docs': {
      label: 'Un documento de Google',
      help: 'El enlace para compartir, abierto a cualquiera que lo tenga.',
    },
    'github-wiki': { label: 'Un wiki de GitHub', help: 'La dirección del wiki.' },
    html: { label: 'Una página web', help: 'Una página, sin lo que hay a su alrededor.' },
  },
  file: 'Archivo',
  drop: 'Suelte el archivo aquí',
  choose: 'Elegir un archivo',
  address: 'Dirección',
  orAddress: 'O su dirección',
  addressHelp: 'Verso debe poder acceder a ella sin iniciar sesión.',
  start: 'Importar',
  uploading: 'Se está enviando el archivo.',
  running: 'Se están obteniendo y convirtiendo las páginas. Las importaciones grandes tardan unos minutos.',
  failed: 'No se importó nada.',
  done: (imported: number, total: number) =>
    imported === total
      ? `Se importó todo (páginas y archivos: ${total}).`
      : `Páginas y archivos importados: ${imported} de ${total}.`,
  missing: 'Qué falta y por qué',
  look: 'Ver las páginas',
} as const
