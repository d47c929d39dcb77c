import type { MailTexts } from './texts.ts'

export const de: MailTexts = {
  language: 'de',
  direction: 'ltr',
  greeting: (name) => `Guten Tag ${name},`,
  copyLink: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse im Browser:',
  passwordReset: ({ minutes }) => ({
    subject: 'Neues Passwort wählen',
    before: ['Für Ihr Konto wurde ein neues Passwort angefordert.'],
    button: 'Neues Passwort wählen',
    after: [
      `Der Link gilt einmal und ${minutes} Minuten lang. Er beendet alle Ihre Sitzungen.`,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ],
  }),
  signInLink: ({ minutes }) => ({
    subject: 'Ihr Link zum Anmelden',
    before: ['Öffnen Sie diesen Link in dem Browser, in dem Sie sich anmelden möchten.'],
    button: 'Anmelden',
    after: [
      `Der Link gilt einmal und ${minutes} Minuten lang.`,
      'Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun. Geben Sie ihn nicht weiter: Wer ihn hat, kann sich als Sie anmelden.',
    ],
  }),
  emailChange: ({ minutes }) => ({
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    before: ['Sie möchten diese Adresse für Ihr Konto verwenden.'],
    button: 'Adresse bestätigen',
    after: [
      `Der Link funktioniert einmal und ${minutes} Minuten lang, dort, wo Sie angemeldet sind.`,
      'Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun: Es ändert sich nichts.',
    ],
  }),
  emailChanged: () => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    before: ['Ihr Konto hat jetzt eine andere E-Mail-Adresse. Mails dazu kommen nicht mehr hierher.'],
    button: 'Konto öffnen',
    after: [
      'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und melden Sie sich überall sonst ab. Wenn Sie nicht mehr in Ihr Konto kommen, fragen Sie die Person, die Verso für Sie betreibt.',
    ],
  }),
  invitation: ({ organization, inviter, days }) => ({
    subject: `Einladung zu ${organization}`,
    before: [`${inviter} lädt Sie ein, in ${organization} mitzuarbeiten.`],
    button: 'Einladung annehmen',
    after: [`Der Link gilt einmal und ${days} Tage lang. Er ist nur für Sie bestimmt.`],
  }),
  invitationOfAccount: ({ organization, inviter }) => ({
    subject: `Einladung zu ${organization}`,
    before: [
      `${inviter} lädt Sie ein, in ${organization} mitzuarbeiten.`,
      'Sie haben bereits ein Konto: Melden Sie sich an, und nehmen Sie an oder lehnen Sie ab.',
    ],
    button: 'Einladung ansehen',
    after: ['Wenn Sie die Organisation nicht kennen, können Sie ablehnen oder die Einladung ignorieren.'],
  }),
  joinWithLink: ({ organization, days }) => ({
    subject: `${organization} beitreten`,
    before: [`Öffnen Sie diesen Link, um Ihr Konto anzulegen und ${organization} beizutreten.`],
    button: 'Konto anlegen',
    after: [
      `Der Link gilt einmal und ${days} Tage lang.`,
      'Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun.',
    ],
  }),
}
