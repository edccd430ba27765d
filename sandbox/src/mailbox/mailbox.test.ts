import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import { sandboxForTest } from '../../test/sandbox-for-test.ts';
import { mailboxJson, mailboxOf, type MailboxState } from './mailbox.ts';
import { linksIn, type Message } from './message.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
beforeEach(async () => {
  context = await sandboxForTest();
});
afterEach(() => context.close());

/** Sends a mail by SMTP (RFC 5321), line by line. */
async function send(to: string, lines: readonly string[]): Promise<void> {
  const socket = connect(context.sandbox.smtpPort, '127.0.0.1');
  await once(socket, 'data');
  const sendLine = async (text: string): Promise<void> => {
    socket.write(`${text}\r\n`);
    await once(socket, 'data');
  };
  await sendLine('HELO test');
  await sendLine('MAIL FROM:<hello@comet.example>');
  await sendLine(`RCPT TO:<${to}>`);
  await sendLine('DATA');
  await sendLine(`${lines.join('\r\n')}\r\n.`);
  socket.end('QUIT\r\n');
  await once(socket, 'close');
}

const multipart = [
  'From: Comet VPN <hello@comet.example>',
  'To: other@example.com',
  'Subject: =?utf-8?q?Best=C3=A4tigen?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Confirm: http://localhost:4801/verify?token=a&x=1.',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hi<script>alert(1)</script> <a href="http://localhost:4801/verify?token=a&amp;x=1">Confirm</a></p>',
  '--b--',
];

describe('the mailbox', () => {
  test('keeps a mail with its parts and links, found by its recipient, newest first', async () => {
    await send('ada+vpn@example.com', multipart);
    await send('ada+vpn@example.com', ['Subject: Second', '', 'Text']);
    await send('bob@example.com', ['Subject: Other', '', 'Text']);
    const found = await context.json<Message[]>('GET', '/mailbox/messages?to=ADA+vpn@example.com');
    expect(found.map((message) => message.subject)).toEqual(['Second', 'Bestätigen']);
    expect(found[1]).toMatchObject({
      to: ['ada+vpn@example.com'],
      from: 'hello@comet.example',
      links: ['http://localhost:4801/verify?token=a&x=1'],
      html: expect.stringContaining('Confirm</a>') as string,
      text: expect.stringContaining('Confirm: http') as string,
    });
    const one = await context.json<Message>('GET', `/mailbox/messages/${found[1]?.id}`);
    expect(one).toEqual(found[1]);
    expect(await context.json<Message[]>('GET', '/mailbox/messages')).toHaveLength(3);
  });

  test('shows the HTML part in a frame without scripts', async () => {
    await send('ada@example.com', multipart);
    const [message] = await context.json<Message[]>('GET', '/mailbox/messages');
    const view = await fetch(`${context.sandbox.url}/mailbox/read/${message?.id}`);
    const page = await view.text();
    expect(page).toMatch(/<iframe[^>]+sandbox="(?!.*allow-scripts)/);
    const part = await fetch(`${context.sandbox.url}/mailbox/messages/${message?.id}/html`);
    expect(part.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('escapes the content of a mail', async () => {
    await send('ada@example.com', ['Subject: <img src=x onerror=alert(1)>', '', 'Text']);
    const page = await (await fetch(`${context.sandbox.url}/mailbox/`)).text();
    expect(page).not.toContain('<img');
  });

  test('is emptied by DELETE', async () => {
    await send('ada@example.com', multipart);
    await fetch(`${context.sandbox.url}/mailbox/messages`, { method: 'DELETE' });
    expect(await context.json('GET', '/mailbox/messages')).toEqual([]);
  });
});

test('the JSON of the mailbox is that of its state after every change', () => {
  const state: MailboxState = { messages: [] };
  const mailbox = mailboxOf(state, () => undefined);
  const expectSame = () => expect(Buffer.concat(mailboxJson(state)).toString()).toBe(JSON.stringify(state));
  expectSame();
  for (const id of ['one', 'two ’', 'three']) {
    const message = { id, to: ['ada@example.com'], from: '', reply_to: null, message_id: null, subject: '' };
    mailbox.add({ ...message, text: '', html: null, links: [], received_at: '' });
    expectSame();
  }
  mailbox.clear();
  expectSame();
});

describe('linksIn', () => {
  test('returns each http link once, in reading order, without surrounding punctuation', () => {
    expect(
      linksIn(
        `<a href='https://a.example/?x=1&amp;y=2'>a</a><a href="mailto:b@c.example">b</a>`,
        'See (https://d.example/e), or https://a.example/?x=1&y=2.',
      ),
    ).toEqual(['https://a.example/?x=1&y=2', 'https://d.example/e']);
  });

  test('finds tokens of any characters completely', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/), (token) => {
        const link = `http://localhost:4801/verify?token=${token}`;
        expect(linksIn(`<a href="${link}">x</a>`, `Open ${link}.`)).toEqual([link]);
      }),
    );
  });
});

describe('the listeners', () => {
  test('accept loopback host names only, and listen on loopback only', async () => {
    const reply = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(context.sandbox.url).port), '127.0.0.1', () => {
        socket.write('GET /mailbox/messages HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
      });
      socket.once('data', (data: Buffer) => resolve(data.toString()));
    });
    expect(reply).toContain('421');
    const settings = { apiKey: 'k', webhookUrl: 'http://127.0.0.1:9/', webhookSecret: 's' };
    await expect(
      startSandbox({ host: '0.0.0.0', port: 0, smtpPort: 0, stateFile: null, paddle: settings }),
    ).rejects.toThrow('loopback');
  });
});
