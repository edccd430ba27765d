import { inertText } from './inert-text.ts';
import { plainLetter } from './plain-letter.ts';

/** A mail as its author thinks of it. Everything is plain text, and nothing but the action becomes a link. */
export interface Letter {
  readonly subject: string;
  /** The line that mailboxes show beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What is known about an event, as rows: device, place, time. */
  readonly facts?: readonly { readonly term: string; readonly value: string }[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print under a hairline: why this came, and what to do if it was not you. */
  readonly footnote: string;
  /** Which mails leave before it; absent: those of both kinds. */
  readonly priority?: MailPriority;
}

/** `security`: an owner waits for it or has to know at once. `confirmation`: may go to anybody whose address somebody typed. */
export type MailPriority = 'security' | 'confirmation';

export interface RenderedLetter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The letter as HTML and as plain text. What it quotes from people cannot turn into markup, a header or a link. */
export async function renderLetter(letter: Letter): Promise<RenderedLetter> {
  const inert = inertLetter(letter);
  // Loaded by the first letter: most commands send none.
  const [{ render }, { drawLetter }] = await Promise.all([import('react-email'), import('./draw-letter.ts')]);
  return { subject: inert.subject, html: await render(drawLetter(inert)), text: plainLetter(inert) };
}

function inertLetter(letter: Letter): Letter {
  const { facts = [], action } = letter;
  return {
    subject: inertText(letter.subject),
    preview: inertText(letter.preview),
    heading: inertText(letter.heading),
    paragraphs: letter.paragraphs.map(inertText),
    facts: facts.map(({ term, value }) => ({ term: inertText(term), value: inertText(value) })),
    ...(action === undefined ? {} : { action: { label: inertText(action.label), url: action.url } }),
    footnote: inertText(letter.footnote),
  };
}
