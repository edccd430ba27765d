/** The answer to an email that asks for bridges. */
export const bridgeEmails = {
  subject: 'Your Comet bridge text',
  preview: 'For networks that block Comet.',
  heading: 'Your bridge text',
  how: 'Copy the whole text below. In the Comet app, open Settings, Reaching Comet, and paste it; in a terminal, use comet api add - and paste it there.',
  none: 'We have no bridge to give out right now. Try again tomorrow, or reply to support.',
  footnote:
    'You’re receiving this because someone asked for a Comet bridge with this email. If it wasn’t you, ignore it. Don’t publish the text: its servers would be blocked.',
} as const;
