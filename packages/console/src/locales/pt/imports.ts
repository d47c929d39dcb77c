export const imports = {
  title: 'Importar',
  text: 'O que você importar é adicionado depois das páginas que este espaço já tem. Elas não mudam.',
  source: 'O que você quer importar?',
  sources: {
    website: { label: 'Um site', help: 'Todas as páginas abaixo de um endereço, com as imagens.' },
    zip: {
      label: 'Um arquivo compactado',
      help: 'Arquivos Markdown, HTML e Word com as imagens, em um ZIP.',
    },
    markdown: { label: 'Um arquivo Markdown', help: 'Uma página.' },
    docx: { label: 'Um documento do Word', help: 'Uma página, com as imagens e tabelas.' },
    notion: { label: 'Notion', help: 'O arquivo compactado que o Notion exporta, em Markdown ou HTML.' },
    confluence: { label: 'Confluence', help: 'A exportação HTML de um espaço.' },
    'google-docs': {
      label: 'Um documento do Google',
      help: 'O link de compartilhamento, aberto a todos que o tiverem.',
    },
    'github-wiki': { label: 'Um wiki do GitHub', help: 'O endereço do wiki.' },
    html: { label: 'Uma página da web', help: 'Uma página, sem o que está em volta dela.' },
  },
  file: 'Arquivo',
  drop: 'Solte o arquivo aqui',
  choose: 'Escolher um arquivo',
  address: 'Endereço',
  orAddress: 'Ou o endereço',
  addressHelp: 'O Verso precisa conseguir acessá-lo sem entrar em uma conta.',
  start: 'Importar',
  uploading: 'O arquivo está sendo enviado.',
  running: 'As páginas estão sendo obtidas e convertidas. Importações grandes levam alguns minutos.',
  failed: 'Nada foi importado.',
  done: (imported: number, total: number) =>
    imported === total
      ? `Tudo foi importado (páginas e arquivos: ${total}).`
      : `Páginas e arquivos importados: ${imported} de ${total}.`,
  missing: 'O que falta e por quê',
  look: 'Ver as páginas',
} as const
