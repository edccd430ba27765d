import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proxyLine } from '../proxy-access/index.ts';
import { exampleOf, type Language } from './endpoint-builder.tsx';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const certificate = join(folder, 'certificate.pem');
const access = { host: '127.0.0.1', username: 'ab12cd-country-us', password: "it's p@ss:word/%" };
const expected = `Basic ${Buffer.from(`${access.username}:${access.password}`).toString('base64')}`;
const servers: Server[] = [];
let proxyPort = 0;
const urls = { http: '', https: '' };

async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  const key = join(folder, 'key.pem');
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=echo -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  );
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) };
  urls.https = `https://127.0.0.1:${await listen(createHttpsServer(tls, (_, response) => response.end('by https')))}/`;
  urls.http = `http://127.0.0.1:${await listen(createHttpServer((_, response) => response.end('by http')))}/`;
  proxyPort = await listen(strictProxy());
});

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

/** An HTTP proxy that requires one user name and password. */
function strictProxy() {
  return createHttpServer((incoming, response) => {
    if (incoming.headers['proxy-authorization'] !== expected) response.writeHead(407).end('who are you');
    else request(incoming.url ?? '', (reply) => reply.pipe(response)).end();
  }).on('connect', (incoming, socket) => {
    socket.on('error', () => {});
    if (incoming.headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const there = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(there).pipe(socket);
    });
    there.on('error', () => socket.destroy());
  });
}

/** Writes an example to the place where users paste it. */
const pasted: Readonly<
  Record<Exclude<Language, 'firefox'>, (text: string) => readonly [string, readonly string[]]>
> = {
  curl: (text) => ['sh', ['-c', text]],
  python: (text) => ['python3', ['-c', text]],
  node: (text) => [process.execPath, ['-e', text]],
};

describe.each(['http', 'https'] as const)('an address of %s', (scheme) => {
  it.each(['curl', 'python', 'node'] as const)(
    'is requested through the proxy by the unmodified example for %s',
    async (language) => {
      const line = proxyLine('http', { ...access, port: proxyPort });
      const [program, words] = pasted[language](exampleOf(language, 'http', line, urls[scheme]));
      const { stdout } = await run(program, words, {
        env: {
          PATH: process.env['PATH'],
          CURL_CA_BUNDLE: certificate,
          SSL_CERT_FILE: certificate,
          NODE_EXTRA_CA_CERTS: certificate,
        },
      });
      expect(stdout.trim()).toBe(`by ${scheme}`);
    },
  );
});

it.each(['20.20.2', '24.4.1'])(
  'a Node without proxy support, %s, prints a message and sends nothing',
  async (version) => {
    const line = proxyLine('http', { ...access, port: proxyPort });
    const older = `Object.defineProperty(process.versions, "node", { value: "${version}" });\n`;
    const ran = run(process.execPath, ['-e', older + exampleOf('node', 'http', line, urls.http)]);
    await expect(ran).rejects.toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('This needs Node 24.5 or newer') as unknown,
    });
  },
);

it('every example uses the socks5h scheme for SOCKS5', () => {
  for (const language of ['curl', 'python', 'node'] as const) {
    const text = exampleOf(language, 'socks5', 'socks5h://a:b@h:1', urls.https);
    expect(text).toContain('socks5h://a:b@h:1');
    expect(text).not.toContain('urllib');
  }
});

it.each([
  ['http', ['http', 'http_port', 'ssl', 'ssl_port']],
  ['socks5', ['socks', 'socks_port', 'socks_version', 'socks_remote_dns']],
] as const)(
  'Firefox settings for %s contain no credentials and allow no bypass of the proxy',
  (protocol, own) => {
    const text = exampleOf('firefox', protocol, proxyLine(protocol, { ...access, port: 80 }), urls.https);
    const settings = new Map(
      [...text.matchAll(/^user_pref\("([^"]+)", (.+)\);$/gm)].map(([, name, value]) => [
        name,
        JSON.parse(value ?? ''),
      ]),
    );
    expect(settings.size).toBe(text.split('\n').length);
    for (const name of own) expect(settings.has(`network.proxy.${name}`)).toBe(true);
    expect(settings.get(`network.proxy.${own[0]}`)).toBe('127.0.0.1');
    expect(settings.get(`network.proxy.${own[1]}`)).toBe(80);
    for (const off of ['proxy.allow_bypass', 'proxy.failover_direct', 'connectivity-service.enabled'])
      expect(settings.get(`network.${off}`)).toBe(false);
    expect(text).not.toContain(access.username);
  },
);
