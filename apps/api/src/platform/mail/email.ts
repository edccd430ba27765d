import {
  factTexts,
  emailDay,
  emailTime,
  formatText,
  type EmailValues,
  type EmailSentences,
  composeSentence,
} from '@comet/texts/emails';
import type { CallingClient } from '../http/requests/user-agent.ts';

type Fact = NonNullable<Email['facts']>[number];

const { terms } = factTexts;

/** The client program and its platform: `Firefox on Linux`. */
export function deviceFact({ name, platform }: CallingClient): Fact {
  const program = name ?? factTexts.unknownProgram;
  const value =
    platform === null
      ? program
      : formatText(factTexts.programOn, { program, system: factTexts.systems[platform] });
  return { term: terms.device, value };
}

/** Returns the row *Date* of an email's table. */
export function dateFact(at: Date): Fact {
  return { term: terms.date, value: emailDay(at) };
}

/** A time: `21 November 2026 at 12:05 UTC`. The time zone of the recipient is unknown. */
export function timeFact(at: Date): Fact {
  return { term: terms.time, value: emailTime(at) };
}

const columns = 72;

/** The text part: the same content in the same order, in short lines. A link is on its own line. */
function plainEmail(email: Email): string {
  const { heading, paragraphs, facts = [], action, secondAction, footnote } = email;
  const links = [action, secondAction].filter((link) => link !== undefined);
  const widest = Math.max(0, ...facts.map(({ term }) => term.length));
  return [
    heading,
    ...paragraphs.map(wrap),
    ...(facts.length === 0
      ? []
      : [facts.map(({ term, value }) => `${`${term}:`.padEnd(widest + 3)}${value}`).join('\n')]),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    // The signature separator of mail programs (RFC 3676 §4.3).
    `-- \n${wrap(footnote)}`,
  ].join('\n\n');
}

function wrap(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}

const wordJoiner = '\u2060';

const address = /^["“(<]*(?!www\.)[\w.+'-]+@[\w-]+(\.[\w-]+)+["”)>.,;:!?]*$/i;

/**
 * Sanitises text from other people (names, browsers, addresses) for a mail. One line, without control or direction characters; and since
 * mail programs turn URLs into links, a word joiner (U+2060) breaks them. Email addresses are unchanged: their links at most open a new
 * mail.
 */
function inertText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (address.test(word) ? word : unlinked(word)))
    .join(' ');
}

function unlinked(word: string): string {
  return word.replaceAll(/:(?=\/\/)|\.(?=\p{L})/gu, (sign) => sign + wordJoiner);
}

/** A link of an email, to one of our own pages. */
export interface EmailLink {
  readonly label: string;
  readonly url: string;
}

/** The content of an email before rendering. All fields are plain text; only the actions become links. */
export interface Email {
  readonly subject: string;
  /** The preview line that mailboxes show next to the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Details of an event, as rows: device, place, time. */
  readonly facts?: readonly { readonly term: string; readonly value: string }[];
  /** The button. */
  readonly action?: EmailLink;
  /** An underlined link beside the button. */
  readonly secondAction?: EmailLink;
  /** Small print: why the email was sent, and what to do if the recipient did not cause it. */
  readonly footnote: string;
  /** Queue priority; ordinary email, without one, is sent after both kinds. */
  readonly priority?: MailPriority;
}

/**
 * `security`: the owner waits for it or must read it at once. `confirmation`: may go to an unverified address that another person typed.
 */
type MailPriority = 'security' | 'confirmation';

export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Renders an email as HTML and as plain text. Quoted user input cannot become markup, a header or a link. */
export async function renderEmail(email: Email): Promise<RenderedEmail> {
  const inert = inertEmail(email);
  // Loaded with the first email: most commands send none.
  const [{ render }, { renderEmail }] = await Promise.all([
    import('react-email'),
    import('./render-email.ts'),
  ]);
  return { subject: inert.subject, html: await render(renderEmail(inert)), text: plainEmail(inert) };
}

function inertEmail(email: Email): Email {
  const { facts = [], action, secondAction } = email;
  const link = ({ label, url }: EmailLink): EmailLink => ({ label: inertText(label), url });
  return {
    subject: inertText(email.subject),
    preview: inertText(email.preview),
    heading: inertText(email.heading),
    paragraphs: email.paragraphs.map(inertText),
    facts: facts.map(({ term, value }) => ({ term: inertText(term), value: inertText(value) })),
    ...(action === undefined ? {} : { action: link(action) }),
    ...(secondAction === undefined ? {} : { secondAction: link(secondAction) }),
    footnote: inertText(email.footnote),
  };
}

/** Composes an email of the catalogue from its values, the details of the event, and the link of its action. */
export function composeEmail<const W extends EmailSentences>(
  words: W,
  values: EmailValues<W>,
  {
    url,
    facts,
    priority,
  }: {
    readonly url?: string;
    readonly facts?: NonNullable<Email['facts']>;
    readonly priority?: MailPriority;
  } = {},
): Email {
  const { action, ...sentences } = composeSentence(words, values);
  return {
    ...sentences,
    ...(facts === undefined ? {} : { facts }),
    ...(priority === undefined ? {} : { priority }),
    ...(action === undefined || url === undefined ? {} : { action: { label: action, url } }),
  };
}
