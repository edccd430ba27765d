import type { Send } from '@comet/client';

declare global {
  interface Window {
    /** Reads that the page sent before the program ran (see `first-reads.ts` of the build), by URL. */
    cometFirstReads?: {
      readonly authorization: string;
      readonly responses: Record<string, Promise<Response>>;
    };
  }
}

/** Sends a read; takes the response instead if the page has sent the same read for the same session. Each is taken once. */
export const sendRead: Send = (url, request) => {
  const first = window.cometFirstReads;
  const response = first?.responses[url];
  if (first === undefined || response === undefined) return fetch(url, request);
  delete first.responses[url];
  return request.headers['authorization'] === first.authorization ? response : fetch(url, request);
};
