import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { originPorts, referencesIn } from './pages.ts';

/**
 * Runs on the lab's client: `load-pages.ts HOST SPACING PAGE…` visits the pages, one every SPACING ms or later, and prints a line of JSON
 * for each visit (`LoadedPage`). It loads as a browser does: at most six connections to an origin, new ones for each visit; files as soon
 * as a part of the HTML names them; those that styles and scripts name when these are complete and have run for some milliseconds.
 */
export interface LoadedPage {
  readonly page: number;
  /** Unix time of the start, in seconds. */
  readonly start: number;
  /** Milliseconds to the last byte of the last file. */
  readonly loadMs: number;
  readonly files: number;
  readonly bytes: number;
}

const connectionsOfOrigin = 6;
const [host = '', spacing = '', ...pages] = process.argv.slice(2);

for (const page of pages) {
  const next = sleep(Number(spacing));
  console.log(JSON.stringify(await load(Number(page))));
  await next;
}

async function load(page: number): Promise<LoadedPage> {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsOfOrigin });
  const start = Date.now() / 1000;
  const begin = performance.now();
  let files = 0;
  let bytes = 0;
  const fetchFile = async (path: string): Promise<void> => {
    const found: Promise<void>[] = [];
    let seen = '';
    const isHtml = path.endsWith('/');
    const length = await download(agent, path, (chunk) => {
      if (!isHtml && !/\.(css|js)$/.test(path)) return;
      seen += chunk;
      if (!isHtml) return;
      const known = found.length;
      found.push(...referencesIn(seen).slice(known).map(fetchFile));
    });
    files += 1;
    bytes += length;
    if (!isHtml && seen !== '') {
      await sleep(1 + 4 * Math.random());
      found.push(...referencesIn(seen).map(fetchFile));
    }
    await Promise.all(found);
  };
  await fetchFile(`/${page}/`);
  const loadMs = performance.now() - begin;
  agent.destroy();
  return { page, start, loadMs, files, bytes };
}

/** Resolves with the length of a file. Rejects if it is not complete. */
function download(agent: Agent, path: string, onText: (chunk: string) => void): Promise<number> {
  const port = path.startsWith('/cdn/') ? originPorts.cdn : originPorts.site;
  return new Promise((resolve, reject) => {
    const request = get({ host, port, path, agent }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${path}: status ${response.statusCode}`));
      let length = 0;
      response.setEncoding('latin1').on('data', (chunk: string) => {
        length += chunk.length;
        onText(chunk);
      });
      response.on('end', () => resolve(length)).on('error', reject);
    });
    request.on('error', reject);
  });
}
