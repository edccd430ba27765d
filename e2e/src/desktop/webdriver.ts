import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A WebDriver session (W3C WebDriver 2) with the commands that the tests need, for one window of one program. */
export interface WebDriver {
  /** Runs a function body in the page and returns its result. */
  execute<T>(body: string, ...args: readonly unknown[]): Promise<T>;
  /** Clicks the element at an XPath. Throws `NotClicked` while the element is missing, invisible or covered. */
  click(xpath: string): Promise<void>;
  /** Types into the element at an XPath. For a file input, `text` is the path of the file. */
  type(xpath: string, text: string): Promise<void>;
  /** Returns a screenshot of the page as PNG. */
  picture(): Promise<Buffer>;
  /** Ends the session and the program. */
  end(): Promise<void>;
}

/** Web element identifier: the key of an element reference in JSON (§12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts a program through the driver at a unix socket and waits for its first page. */
export async function openWebDriver(socket: string, program: string): Promise<WebDriver> {
  const options = { 'webkitgtk:browserOptions': { binary: program, args: [] } };
  const { sessionId } = await call<{ sessionId: string }>(socket, 'POST', '/session', {
    capabilities: { alwaysMatch: options },
  });
  const command = <T>(method: string, path: string, body?: unknown) =>
    call<T>(socket, method, `/session/${sessionId}${path}`, body);
  const findElement = async (value: string) => {
    const found = await command<Record<string, string>>('POST', '/element', { using: 'xpath', value });
    return `/element/${found[ELEMENT]}`;
  };
  return {
    execute: (script, ...args) => command('POST', '/execute/sync', { script, args }),
    click: async (xpath) => command('POST', `${await findElement(xpath)}/click`, {}),
    type: async (xpath, text) => command('POST', `${await findElement(xpath)}/value`, { text }),
    picture: async () => Buffer.from(await command<string>('GET', '/screenshot'), 'base64'),
    end: () => command('DELETE', ''),
  };
}

/** Error reply of a command (§6.6). */
interface ErrorReply {
  readonly error: string;
  readonly message: string;
}

/** The click did not happen and may be retried. After any other error it may have happened. */
export class NotClicked extends Error {}

/** Error codes that the driver returns before it clicks (§12.5.1). */
const errorsBeforeClick = [
  'no such element',
  'stale element reference',
  'element not interactable',
  'element click intercepted',
];

/** Sends one command. Throws the driver's error; timeout 20 s. */
async function call<T>(socketPath: string, method: string, path: string, body?: unknown): Promise<T> {
  const reply = await new Promise<string>((resolve, reject) => {
    const sent = body === undefined ? '' : JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) };
    const signal = AbortSignal.timeout(20_000);
    const pending = request({ socketPath, method, path, headers, signal }, (response) => {
      text(response).then(resolve, reject);
    });
    pending.on('error', reject).end(sent);
  });
  const { value } = JSON.parse(reply) as { value: (T & Partial<ErrorReply>) | null };
  if (value?.error === undefined) return value as T;
  const Failure = errorsBeforeClick.includes(value.error) ? NotClicked : Error;
  throw new Failure(`${method} ${path}: ${value.error}: ${value.message}`);
}
