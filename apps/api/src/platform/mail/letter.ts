import { createElement, type ReactElement } from 'react';
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Preview,
  render,
  Section,
  Text,
  type TextProps,
} from 'react-email';

/** A mail as its author thinks of it. Paragraphs are plain text. */
export interface Letter {
  readonly subject: string;
  /** The line that mailboxes show beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print under a hairline: why this came, and what to do if it was not you. */
  readonly footnote: string;
}

export interface RenderedLetter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const ground = '#FBFAF7';
const raised = '#FFFFFF';
const line = '#E4E1D8';
const ink = '#161A24';
const quiet = '#5B6478';
const comet = '#C8461A';
const family = "'Instrument Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** The letter as HTML and as plain text, in the brand's day colours. */
export async function renderLetter(letter: Letter): Promise<RenderedLetter> {
  const element = drawLetter(letter);
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
  return { subject: letter.subject, html, text };
}

function drawLetter(letter: Letter): ReactElement {
  const { preview, heading, paragraphs, action, footnote } = letter;
  const sentence = {
    color: ink,
    fontFamily: family,
    fontSize: '16px',
    lineHeight: '26px',
    margin: '0 0 16px',
  };
  return createElement(
    Html,
    { lang: 'en' },
    createElement(Head, null),
    createElement(Preview, null, preview),
    createElement(
      Body,
      { style: { backgroundColor: ground, margin: '0', padding: '32px 12px' } },
      createElement(
        Container,
        {
          style: {
            backgroundColor: raised,
            border: `1px solid ${line}`,
            borderRadius: '10px',
            maxWidth: '520px',
            padding: '40px',
          },
        },
        wordmark(),
        createElement(
          Heading,
          {
            as: 'h1',
            style: {
              color: ink,
              fontFamily: family,
              fontSize: '28px',
              fontWeight: 600,
              lineHeight: '34px',
              margin: '0 0 20px',
            },
          },
          heading,
        ),
        ...paragraphs.map((paragraph, index) =>
          createElement(Text, { key: index, style: sentence }, paragraph),
        ),
        action === undefined ? null : actionButton(action),
        createElement(
          Text,
          {
            style: {
              borderTop: `1px solid ${line}`,
              color: quiet,
              fontFamily: family,
              fontSize: '14px',
              lineHeight: '22px',
              margin: '32px 0 0',
              paddingTop: '20px',
            },
          },
          footnote,
        ),
      ),
    ),
  );
}

/** Three dots, the last one alight: the trail, drawn with characters so that no picture has to be fetched. */
function wordmark(): ReactElement {
  const dot = (size: string, color: string) =>
    createElement('span', { style: { color, fontSize: size } }, '●');
  const style = { color: ink, fontFamily: family, fontSize: '18px', fontWeight: 600, margin: '0 0 32px' };
  return createElement(
    Text,
    // A picture, so the plain text goes without it.
    { style, 'data-skip-in-text': true } as TextProps,
    dot('7px', '#FFC48A'),
    dot('10px', '#FFA06A'),
    dot('16px', comet),
    '\u00a0Comet',
  );
}

function actionButton(action: { readonly label: string; readonly url: string }): ReactElement {
  const button = {
    backgroundColor: comet,
    borderRadius: '10px',
    color: '#FFFFFF',
    fontFamily: family,
    fontSize: '16px',
    fontWeight: 600,
    padding: '14px 24px',
    textDecoration: 'none',
  };
  return createElement(
    Section,
    { style: { margin: '28px 0 0' } },
    createElement(Button, { href: action.url, style: button }, action.label),
  );
}
