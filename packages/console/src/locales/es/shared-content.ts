/** What pages of a space share: texts that are included, and variables. */
export const shared = {
  reusable: 'Contenido reutilizable',
  title: 'Contenido reutilizable y variables',
  variables: 'Variables',
  addReusable: 'Nuevo contenido reutilizable',
  editReusable: 'Editar el contenido reutilizable',
  noReusable: 'Aún no hay contenido reutilizable',
  noReusableText:
    'Un texto que muchas páginas necesitan se escribe una vez y se incluye en cada una. Cuando cambia, cambia en todas.',
  noText: 'Aún no tiene texto.',
  uses: 'Incluido en',
  noUses: 'Ninguna página lo incluye.',
  name: 'Nombre',
  text: 'Texto',
  textHelp: 'Markdown, como en una página.',
  propose: 'Crear una solicitud de cambios',
  proposeHelp: 'Los lectores ven el cambio cuando se fusiona la solicitud de cambios.',
  subject: (name: string) => `Cambiar ${name}`,
  deleteSubject: (name: string) => `Eliminar ${name}`,
  deleteTitle: (name: string) => `¿Eliminar «${name}»?`,
  deleteText:
    'Las páginas que lo incluyen no muestran nada en su lugar. Los lectores ven el cambio cuando se fusiona la solicitud de cambios.',
  proposeDeletion: 'Eliminar con una solicitud de cambios',
  addVariable: 'Nueva variable',
  editVariable: 'Editar la variable',
  noVariables: 'Aún no hay variables',
  noVariablesText:
    'Un valor que muchas páginas nombran, como una versión o una dirección, se guarda aquí una vez.',
  nameHelp: 'Letras, cifras y guiones bajos; no empieza por una cifra.',
  value: 'Valor',
} as const
