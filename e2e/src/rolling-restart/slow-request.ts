import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { api } from '@comet/contract';

/** A sign-in whose body arrives in two parts, over a connection that the client keeps. */
export interface SlowRequest {
  /** Sends the second part and returns the response. */
  finish(): Promise<{ readonly status: number; readonly body: string; readonly connection: string }>;
  close(): void;
}

export async function startSlowRequest(url: string): Promise<SlowRequest> {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' });
  const agent = new Agent({ keepAlive: true });
  const sending = request(`${url}${api.logIn.path}`, {
    ...{ agent, method: api.logIn.method },
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const responded = once(sending, 'response') as Promise<[IncomingMessage]>;
  // Observed in `finish`; without this a failure before it would end the process.
  responded.catch(() => undefined);
  sending.write(body.slice(0, 10));
  await once(sending, 'socket');
  return {
    async finish() {
      sending.end(body.slice(10));
      const [response] = await responded;
      const { statusCode: status = 0, headers } = response;
      return { status, body: await text(response), connection: headers.connection ?? '' };
    },
    close: () => agent.destroy(),
  };
}
