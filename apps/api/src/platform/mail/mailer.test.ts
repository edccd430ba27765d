import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailer, type Mailer } from './mailer.ts';

let server: Server;
let received: string;
let sockets: Socket[];

/** A minimal SMTP server (RFC 5321) that records the mailer's commands. */
function serveSmtp(socket: Socket): void {
  received = '';
  sockets.push(socket);
  let inData = false;
  socket.write('220 ready\r\n');
  socket.on('data', (chunk: Buffer) => {
    const sent = chunk.toString();
    received += sent;
    if (inData) {
      if (!received.endsWith('\r\n.\r\n')) return;
      inData = false;
      socket.write('250 taken\r\n');
    } else if (sent.startsWith('DATA')) {
      inData = true;
      socket.write('354 go on\r\n');
    } else socket.write('250 fine\r\n');
  });
  socket.on('error', () => undefined);
}

beforeEach(() => {
  sockets = [];
});

beforeAll(async () => {
  server = createServer(serveSmtp).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

function mailerOfTest(): Mailer {
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createMailer({ url, from: 'Comet VPN <hello@comet.example>', maxConnections: 2 });
}

async function send(to: string, subject: string): Promise<string> {
  const mailer = mailerOfTest();
  await mailer.send(to, { subject, html: '<p>Hello</p>', text: 'Hello' });
  mailer.close();
  return received;
}

test('sends a mail to its only recipient, as HTML and text', async () => {
  const sent = await send('ada@mail.example', 'Confirm your email address');
  expect(sent.match(/^RCPT TO:.*$/gm)).toEqual(['RCPT TO:<ada@mail.example>']);
  expect(sent).toMatch(/^To: ada@mail.example\r$/m);
  expect(sent).toContain('Content-Type: text/html');
  expect(sent).toContain('Content-Type: text/plain');
});

test.each([
  ['ada@mail.example\r\nBcc: all@evil.example', 'Hello'],
  ['ada@mail.example, all@evil.example', 'Hello'],
  ['ada@mail.example', 'Hello\r\nBcc: all@evil.example'],
  ['ada@mail.example', 'Hello\r\n\r\n<h1>Another mail</h1>'],
])('%j and the subject %j add no recipient, no header and no body', async (to, subject) => {
  const sent = await send(to, subject).catch(() => received);
  expect(sent.match(/^RCPT TO:.*evil/gm) ?? []).not.toContain('RCPT TO:<all@evil.example>');
  expect(sent).not.toMatch(/^Bcc:/m);
  expect(sent).not.toMatch(/^<h1>/m);
});

test('a mail of a conversation has threading, Reply-To and Auto-Submitted headers', async () => {
  const mailer = mailerOfTest();
  const files = [{ name: 'a.txt', mediaType: 'text/plain', content: Buffer.from('a') }];
  const thread = {
    ...{ messageId: 'two@comet.example', references: ['root@comet.example', 'one@mail.example'], files },
    replyTo: 'replies+c0@comet.example',
  };
  await mailer.send(
    'ada@mail.example',
    { subject: 'Re: Hello', html: '<p>Hello</p>', text: 'Hello' },
    thread,
  );
  mailer.close();
  expect(received).toMatch(/^Message-ID: <two@comet.example>\r$/m);
  expect(received).toMatch(/^In-Reply-To: <one@mail.example>\r$/m);
  expect(received).toMatch(/^References: <root@comet.example>\s+<one@mail.example>\r$/m);
  expect(received).toMatch(/^Reply-To: replies\+c0@comet.example\r$/m);
  expect(received).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(received).toMatch(/^Content-Disposition: attachment; filename="?a\.txt/m);
});

const hello = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };

test('mails use a connection again, and another one where the server has closed it', async () => {
  const mailer = mailerOfTest();
  try {
    await mailer.send('ada@mail.example', hello);
    await mailer.send('bob@mail.example', hello);
    expect(sockets).toHaveLength(1);
    expect(received).toContain('RCPT TO:<bob@mail.example>');
    sockets[0]?.destroy();
    await mailer.send('eve@mail.example', hello);
    expect(sockets).toHaveLength(2);
    expect(received).toContain('RCPT TO:<eve@mail.example>');
  } finally {
    mailer.close();
  }
});

test('as many mails as there are connections are sent at once', async () => {
  const mailer = mailerOfTest();
  try {
    await Promise.all(['ada', 'bob', 'eve'].map((name) => mailer.send(`${name}@mail.example`, hello)));
    expect(sockets).toHaveLength(2);
  } finally {
    mailer.close();
  }
});
