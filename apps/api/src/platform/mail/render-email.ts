import { keepTogether } from '@comet/texts/emails';
import { createElement, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from 'react-email';
import type { Email, EmailLink } from './email.ts';

/** The brand's colours for light mode. */
const day = {
  ground: '#FBFAF7',
  line: '#E4E1D8',
  ink: '#161A24',
  quiet: '#5B6478',
  comet: '#C8461A',
  onComet: '#FFFFFF',
  trail: '#FFA06A',
  trailFaint: '#FFC48A',
} as const;

/** Dark mode, for programs that follow the reader's theme. The light colours are inline in the elements, hence the `!important`. */
const nightStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,td{background-color:#0B0F1A!important}
.ink{color:#EEF1F8!important}
.quiet{color:#9AA5BD!important}
.ink,.quiet,.line{border-color:#232B40!important}
.comet{color:#FF7A45!important}
.link{color:#EEF1F8!important;text-decoration-color:#FF7A45!important}
.button{background-color:#FF7A45!important;color:#160A04!important}
}`;

const family = "'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const headings =
  "'Bricolage Grotesque', 'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const styles = {
  body: { backgroundColor: day.ground, margin: '0', padding: '40px 20px' },
  container: { maxWidth: '520px' },
  wordmark: { color: day.ink, fontFamily: headings, fontSize: '19px', fontWeight: 600, margin: '0 0 40px' },
  heading: {
    ...{ color: day.ink, fontFamily: headings, fontSize: '30px', fontWeight: 600, lineHeight: '36px' },
    ...{ letterSpacing: '-0.02em', margin: '0 0 20px', textWrap: 'balance' },
  },
  sentence: {
    ...{ color: day.ink, fontFamily: family, fontSize: '16px', lineHeight: '26px', margin: '0 0 16px' },
    textWrap: 'pretty',
  },
  facts: { borderTop: `1px solid ${day.line}`, margin: '24px 0 0', borderCollapse: 'collapse' },
  term: {
    ...{ borderBottom: `1px solid ${day.line}`, color: day.quiet, fontFamily: family, fontSize: '15px' },
    ...{ fontWeight: 400, lineHeight: '22px', padding: '11px 16px 11px 0', textAlign: 'left' },
    ...{ verticalAlign: 'top', width: '116px' },
  },
  value: {
    ...{ borderBottom: `1px solid ${day.line}`, color: day.ink, fontFamily: family, fontSize: '15px' },
    ...{ lineHeight: '22px', padding: '11px 0', verticalAlign: 'top', wordBreak: 'break-word' },
  },
  action: { margin: '28px 0 0' },
  button: {
    ...{ backgroundColor: day.comet, borderRadius: '10px', color: day.onComet, fontFamily: family },
    ...{ fontSize: '16px', fontWeight: 600, padding: '14px 24px', textDecoration: 'none' },
  },
  secondAction: { fontFamily: family, fontSize: '16px', lineHeight: '24px', margin: '18px 0 0' },
  link: {
    ...{ color: day.ink, fontWeight: 500, textDecoration: 'underline', textDecorationColor: day.comet },
    ...{ textDecorationThickness: '2px', textUnderlineOffset: '4px' },
  },
  footnote: {
    ...{ borderTop: `1px solid ${day.line}`, color: day.quiet, fontFamily: family, fontSize: '14px' },
    ...{ lineHeight: '22px', margin: '40px 0 0', paddingTop: '20px', textWrap: 'pretty' },
  },
} as const satisfies Record<string, CSSProperties>;

/** The HTML part: light colours inline, which every program supports, and dark colours in a style sheet for programs that apply it. */
export function renderEmail(email: Email): ReactElement {
  const { preview, heading, paragraphs, facts = [], action, secondAction, footnote } = email;
  return createElement(
    Html,
    { lang: 'en' },
    createElement(
      Head,
      null,
      createElement('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      createElement('meta', { name: 'color-scheme', content: 'light dark' }),
      createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      createElement('style', null, nightStyle),
    ),
    createElement(Preview, null, preview),
    createElement(
      Body,
      { style: styles.body },
      createElement(
        Container,
        { style: styles.container },
        wordmark(),
        createElement(Heading, { as: 'h1', className: 'ink', style: styles.heading }, wholeLines(heading)),
        ...paragraphs.map((paragraph, index) =>
          createElement(
            Text,
            { key: index, className: 'ink', style: styles.sentence },
            wholeLines(paragraph),
          ),
        ),
        facts.length === 0 ? null : factRows(facts),
        action === undefined ? null : actionButton(action),
        secondAction === undefined ? null : actionLink(secondAction),
        createElement(Text, { className: 'quiet', style: footnoteStyle(email) }, wholeLines(footnote)),
      ),
    ),
  );
}

/** The logo: three dots, the last one highlighted, drawn with characters so that no image has to be fetched. */
function wordmark(): ReactElement {
  const dot = (size: string, rise: string, colour: string, className?: string) => {
    const style = { color: colour, fontSize: size, lineHeight: '15px', verticalAlign: rise };
    return createElement('span', { className, style }, '●');
  };
  const trail = createElement(
    'span',
    { 'aria-hidden': true },
    dot('6px', '-1px', day.trailFaint),
    dot('9px', '1px', day.trail),
    dot('15px', '2px', day.comet, 'comet'),
  );
  return createElement(Text, { className: 'ink', style: styles.wordmark }, trail, '\u00a0Comet');
}

/** Details already end with a line, so that small print directly after them has no line. */
function footnoteStyle({ facts = [], action }: Email): CSSProperties {
  return facts.length > 0 && action === undefined
    ? { ...styles.footnote, borderTop: 'none', margin: '24px 0 0', paddingTop: '0' }
    : styles.footnote;
}

/** A short word with hyphens, such as `top-up` or `comet-ops`: a line must not end within it. */
const hyphenatedWord = /(?<![\S])(\w+(?:-\w+)+)(?=[\s.,;:!?]|$)/g;

/** Keeps a date, an amount with its unit and a hyphenated word on one line. */
function wholeLines(text: string): ReactNode[] {
  return keepTogether(text)
    .split(hyphenatedWord)
    .map((part, index) =>
      index % 2 === 0 || part.length > 20
        ? part
        : createElement('span', { key: index, style: { whiteSpace: 'nowrap' } }, part),
    );
}

function factRows(facts: NonNullable<Email['facts']>): ReactElement {
  const rows = facts.map(({ term, value }, index) =>
    createElement(
      'tr',
      { key: index },
      createElement('th', { scope: 'row', className: 'quiet', style: styles.term }, term),
      createElement('td', { className: 'ink', style: styles.value }, wholeLines(value)),
    ),
  );
  const table = { width: '100%', cellPadding: 0, cellSpacing: 0, className: 'line', style: styles.facts };
  return createElement('table', table, createElement('tbody', null, rows));
}

function actionButton(action: EmailLink): ReactElement {
  const button = { href: action.url, className: 'button', style: styles.button };
  return createElement(Section, { style: styles.action }, createElement(Button, button, action.label));
}

function actionLink({ label, url }: EmailLink): ReactElement {
  const link = { href: url, className: 'link', style: styles.link };
  return createElement(
    Text,
    { className: 'ink', style: styles.secondAction },
    createElement(Link, link, label),
  );
}
