import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A session of WebDriver (W3C, second edition), as far as the tests need it: one window of one program. */
export interface WebDriver {
  /** Runs a function's body in the page and gives what it returns. */
  execute<T>(body: string, ...args: readonly unknown[]): Promise<T>;
  /** Presses what an XPath finds, as a mouse does. Throws `NotPressed` while nothing is there, nothing visible, or something in front. */
  click(xpath: string): Promise<void>;
  /** Types into what an XPath finds, as a keyboard does; into a file's field, the path of one. */
  type(xpath: string, text: string): Promise<void>;
  /** A PNG of the page. */
  picture(): Promise<Buffer>;
  /** Ends the program. */
  end(): Promise<void>;
}

/** The key under which an element travels (§12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Has the driver that answers at a unix socket start a program, and waits for its first page. */
export async function openWebDriver(socket: string, program: string): Promise<WebDriver> {
  const options = { 'webkitgtk:browserOptions': { binary: program, args: [] } };
  const { sessionId } = await call<{ sessionId: string }>(socket, 'POST', '/session', {
    capabilities: { alwaysMatch: options },
  });
  const within = <T>(method: string, path: string, body?: unknown) =>
    call<T>(socket, method, `/session/${sessionId}${path}`, body);
  const find = async (value: string) => {
    const found = await within<Record<string, string>>('POST', '/element', { using: 'xpath', value });
    return `/element/${found[ELEMENT]}`;
  };
  return {
    execute: (script, ...args) => within('POST', '/execute/sync', { script, args }),
    click: async (xpath) => within('POST', `${await find(xpath)}/click`, {}),
    type: async (xpath, text) => within('POST', `${await find(xpath)}/value`, { text }),
    picture: async () => Buffer.from(await within<string>('GET', '/screenshot'), 'base64'),
    end: () => within('DELETE', ''),
  };
}

/** How a command fails (§6.6). */
interface Problem {
  readonly error: string;
  readonly message: string;
}

/** A press that did not happen, and may be tried again; after any other failure it may have happened. */
export class NotPressed extends Error {}

/** The complaints of a press that come before anything is pressed (§12.5.1). */
const beforePressing = [
  'no such element',
  'stale element reference',
  'element not interactable',
  'element click intercepted',
];

/** One command. Throws what the driver complains of. */
async function call<T>(socketPath: string, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = body === undefined ? '' : JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) };
    const signal = AbortSignal.timeout(20_000);
    const asked = request({ socketPath, method, path, headers, signal }, (response) => {
      text(response).then(resolve, reject);
    });
    asked.on('error', reject).end(sent);
  });
  const { value } = JSON.parse(answer) as { value: (T & Partial<Problem>) | null };
  if (value?.error === undefined) return value as T;
  const Failure = beforePressing.includes(value.error) ? NotPressed : Error;
  throw new Failure(`${method} ${path}: ${value.error}: ${value.message}`);
}
