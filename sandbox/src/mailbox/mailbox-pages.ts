import { type Html, html } from '../platform/html.ts';
import { page } from '../platform/page.ts';
import type { Message } from './message.ts';

const MAX_PREVIEW = 120;

/** Filler characters that senders append to the preheader to keep other text out of the preview. */
const FILLER = /[\s\p{Cf}]{6}/u;

/**
 * Returns the preview that mail programs show next to the subject: the beginning of the HTML part's text, including hidden text, or of the
 * text part.
 */
export function previewOf({ html, text }: Pick<Message, 'html' | 'text'>): string {
  const words = html === null ? text : textOf(html);
  const [beginning = ''] = words.trimStart().split(FILLER);
  return beginning.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_PREVIEW);
}

function textOf(html: string): string {
  return html
    .replaceAll(/<(head|style|script|title)\b[^>]*>.*?<\/\1>/gis, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** All mails, newest first. The page refreshes itself. */
export function mailboxPage(messages: readonly Message[]): Html {
  return page({
    title: `Mailbox (${messages.length})`,
    script: '/mailbox/mailbox.js',
    body: html`<header><h1>Mailbox</h1><a href="/">Sandbox</a></header>
<main id="live" aria-live="polite">${messages.length === 0 ? empty : list(messages)}</main>`,
  });
}

const empty = html`<p class="quiet">No emails yet. What the service sends appears here automatically.</p>`;

function list(messages: readonly Message[]): Html {
  return html`<ul class="rows">${messages.map(
    (message) => html`<li><a class="mail" href="/mailbox/read/${message.id}">
<span class="quiet">${message.to.join(', ')}</span>
<span class="subject">${message.subject === '' ? 'No subject' : message.subject} <span class="quiet">${previewOf(message)}</span></span>
<time class="quiet" datetime="${message.received_at}">${shortTime(message.received_at)}</time>
</a></li>`,
  )}</ul>`;
}

/** The page of one mail: sender, time, links, the HTML part in a frame without scripts, and the text part. */
export function messagePage(message: Message, acceptsReply: boolean): Html {
  return page({
    title: message.subject,
    script: '/mailbox/message.js',
    body: html`<header><h1>${message.subject}</h1><a href="/mailbox/">All mail</a></header>
<main>
<dl>
<dt>To</dt><dd>${message.to.join(', ')}</dd>
<dt>From</dt><dd>${message.from}</dd>
<dt>Received</dt><dd><time datetime="${message.received_at}">${shortTime(message.received_at)}</time></dd>
</dl>
${message.html === null ? '' : html`<iframe class="html-part" title="The mail as its reader sees it" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" src="/mailbox/messages/${message.id}/html"></iframe>`}
${message.links.length === 0 ? '' : links(message.links)}
<h2>Text part</h2>
<pre>${message.text}</pre>
${acceptsReply && message.reply_to !== null ? replyForm(message) : ''}
</main>`,
  });
}

function replyForm({ id, reply_to }: Message): Html {
  return html`<h2>Reply</h2>
<form id="reply" data-to="/mailbox/messages/${id}/replies">
<label>To ${reply_to ?? ''}<br><textarea name="text" rows="5" cols="70" required></textarea></label>
<p><button>Send</button> <output></output></p>
</form>`;
}

function links(all: readonly string[]): Html {
  return html`<h2>Links</h2><ul class="rows links">${all.map(
    (link) => html`<li><a href="${link}" target="_blank" rel="noopener">${link}</a></li>`,
  )}</ul>`;
}

/** Returns the page for a message that does not exist. */
export function missingMessagePage(): Html {
  return page({
    title: 'No such mail',
    body: html`<header><h1>No such mail</h1><a href="/mailbox/">All mail</a></header><main></main>`,
  });
}

/** `2026-11-21 04:46:07`, UTC. */
function shortTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}
