import type { IncomingMessage } from 'node:http';
import { agentOver, httpClient, type OpenForRequest } from '../admission/pinned-fetch.ts';

interface DownloadLimits {
  /** Maximum size in bytes; a larger file is an error. */
  readonly maxBytes: number;
  /** Timeout in ms for the whole download. */
  readonly timeout: number;
}

/** The server has no such file. */
export class NotFound extends Error {}

/**
 * Downloads a public file without identifying the client: no cookies, no version, no redirects. Passes on one chunk at a time, each
 * after the previous one was processed. Throws `NotFound` on a 404, and another error if the download is incomplete.
 */
export async function download(
  url: URL,
  { maxBytes, timeout }: DownloadLimits,
  open: OpenForRequest,
  take: (piece: Buffer) => Promise<void> | void,
): Promise<void> {
  const signal = AbortSignal.timeout(timeout);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'user-agent': 'cometd (Linux)', 'accept-encoding': 'identity' };
    const options = { agent: agentOver(open, url.protocol, false), headers, signal };
    httpClient(url.protocol).get(url, options, resolve).on('error', reject);
  });
  try {
    if (response.statusCode === 404) throw new NotFound();
    if (response.statusCode !== 200) throw new Error(`the response has the status ${response.statusCode}`);
    let length = 0;
    for await (const piece of response as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > maxBytes) throw new Error('the file exceeds the maximum size');
      await take(piece);
    }
    // Node ends the stream of a connection that broke off with an error; see `IncomingMessage.complete`.
    if (!response.complete) throw new Error('the download ended early');
  } finally {
    response.destroy();
  }
}
