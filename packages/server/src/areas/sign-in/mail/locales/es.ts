import type { MailTexts } from './texts.ts'

export const es: MailTexts = {
  language: 'es',
  direction: 'ltr',
  greeting: (name) => `Hola, ${name}:`,
  copyLink: 'Si el botón no funciona, abra esta dirección en su navegador:',
  passwordReset: ({ minutes }) => ({
    subject: 'Elija una contraseña nueva',
    before: ['Se ha pedido una contraseña nueva para su cuenta.'],
    button: 'Elegir una contraseña nueva',
    after: [
      `El enlace funciona una vez, durante ${minutes} minutos. Cierra todas sus sesiones.`,
      'Si no fue usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
    ],
  }),
  signInLink: ({ minutes }) => ({
    subject: 'Su enlace para iniciar sesión',
    before: ['Abra este enlace en el navegador con el que quiere iniciar sesión.'],
    button: 'Iniciar sesión',
    after: [
      `El enlace funciona una vez, durante ${minutes} minutos.`,
      'Si no lo ha pedido, no tiene que hacer nada. No lo comparta: quien lo tenga puede entrar con su cuenta.',
    ],
  }),
  emailChange: ({ minutes }) => ({
    subject: 'Confirme su nueva dirección de correo',
    before: ['Ha pedido usar esta dirección para su cuenta.'],
    button: 'Confirmar la dirección',
    after: [
      `El enlace funciona una vez, durante ${minutes} minutos, donde haya iniciado sesión.`,
      'Si no lo ha pedido, no tiene que hacer nada: nada cambia.',
    ],
  }),
  emailChanged: () => ({
    subject: 'Se ha cambiado su dirección de correo',
    before: ['Su cuenta tiene ahora otra dirección de correo. Los mensajes sobre ella ya no llegan aquí.'],
    button: 'Abrir su cuenta',
    after: [
      'Si no ha sido usted, cambie ahora mismo su contraseña y cierre las demás sesiones. Si ya no puede entrar en su cuenta, pregunte a quien administra Verso.',
    ],
  }),
  invitation: ({ organization, inviter, days }) => ({
    subject: `Invitación a ${organization}`,
    before: [`${inviter} le invita a trabajar en ${organization}.`],
    button: 'Aceptar la invitación',
    after: [`El enlace funciona una vez, durante ${days} días. Es solo para usted.`],
  }),
  invitationOfAccount: ({ organization, inviter }) => ({
    subject: `Invitación a ${organization}`,
    before: [
      `${inviter} le invita a trabajar en ${organization}.`,
      'Ya tiene una cuenta: inicie sesión y acepte o rechace la invitación.',
    ],
    button: 'Ver la invitación',
    after: ['Si no conoce la organización, puede rechazar o ignorar la invitación.'],
  }),
  joinWithLink: ({ organization, days }) => ({
    subject: `Únase a ${organization}`,
    before: [`Abra este enlace para crear su cuenta y unirse a ${organization}.`],
    button: 'Crear una cuenta',
    after: [
      `El enlace funciona una vez, durante ${days} días.`,
      'Si no lo ha pedido, no tiene que hacer nada.',
    ],
  }),
}
