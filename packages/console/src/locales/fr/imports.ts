/** Bringing content into a space. */
export const imports = {
  title: 'Importer',
  text: 'Ce que vous importez est ajouté après les pages de cet espace. Celles-ci ne changent pas.',
  source: 'Que voulez-vous importer ?',
  sources: {
    website: { label: 'Un site web', help: 'Toutes les pages sous une adresse, avec leurs images.' },
    zip: {
      label: 'Une archive',
      help: 'Des fichiers Markdown, HTML et Word avec leurs images, dans un ZIP.',
    },
    markdown: { label: 'Un fichier Markdown', help: 'Une page.' },
    docx: { label: 'Un document Word', help: 'Une page, avec ses images et ses tableaux.' },
    notion: { label: 'Notion', help: 'L’archive que Notion exporte, en Markdown ou en HTML.' },
    confluence: { label: 'Confluence', help: 'L’export HTML d’un espace.' },
    'google-docs': {
      label: 'Un document Google',
      help: 'Le lien de partage, ouvert à tous ceux qui l’ont.',
    },
    'github-wiki': { label: 'Un wiki GitHub', help: 'L’adresse du wiki.' },
    html: { label: 'Une page web', help: 'Une page, sans ce qui entoure son contenu.' },
  },
  file: 'Fichier',
  drop: 'Déposez le fichier ici',
  choose: 'Choisir un fichier',
  address: 'Adresse',
  orAddress: 'Ou son adresse',
  addressHelp: 'Verso doit pouvoir y accéder sans connexion.',
  start: 'Importer',
  uploading: 'Envoi du fichier en cours.',
  running: 'Les pages sont récupérées et converties. Une grande importation prend quelques minutes.',
  failed: 'Rien n’a été importé.',
  done: (imported: number, total: number) =>
    imported === total
      ? `Tout a été importé. Pages et fichiers : ${total}.`
      : `Pages et fichiers importés : ${imported} sur ${total}.`,
  missing: 'Ce qui manque, et pourquoi',
  look: 'Voir les pages',
} as const
