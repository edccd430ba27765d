import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '@comet/foundation';
import Fastify from 'fastify';
import { controlRoutes } from './control/control.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { emptyIdentity, type IdentitySettings, type IdentityState, startIdentity } from './identity/index.ts';
import { emptyMailbox, listenForMail, type MailboxState, mailboxOf, mailboxRoutes } from './mailbox/index.ts';
import { emptyPaddle, type PaddleSettings, type PaddleState, startPaddle } from './paddle/index.ts';
import { isLoopbackHost } from './platform/loopback.ts';
import { sandboxClock } from './platform/sandbox-clock.ts';
import { openStateFile } from './platform/state-file.ts';

/** Where the sandbox listens and what it talks to. Port 0 picks a free one. */
export interface SandboxOptions {
  readonly host: string;
  readonly port: number;
  readonly smtpPort: number;
  /** JSON file that keeps everything over a restart; null keeps nothing. */
  readonly stateFile: string | null;
  /** The sandbox's address as browsers see it; by default where it listens. */
  readonly publicUrl?: string;
  readonly paddle: PaddleSettings;
  /** The app, as identity providers at the sandbox's address know it; without it there is nobody to sign in with. */
  readonly identity?: (url: string) => IdentitySettings;
  readonly systemClock?: Clock;
}

export interface Sandbox {
  readonly url: string;
  readonly smtpPort: number;
  close(): Promise<void>;
}

interface State {
  /** Milliseconds by which the sandbox's clock is ahead of the real one. */
  clockOffset: number;
  mailbox: MailboxState;
  paddle: PaddleState;
  identity: IdentityState;
}

/** Starts the outside world. It listens on loopback only: its doors have no locks. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (!isLoopbackHost(options.host)) {
    throw new Error(`The sandbox listens on loopback addresses only, and ${options.host} is not one.`);
  }
  if (options.port !== 0) return startOn(options.port, options);
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(await freePort(options.host), options);
    } catch (error) {
      // Somebody else took the port between the look and the bind.
      if (tries === 5 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'))
        throw error;
    }
  }
}

async function startOn(port: number, options: SandboxOptions): Promise<Sandbox> {
  const empty: State = {
    clockOffset: 0,
    mailbox: emptyMailbox(),
    paddle: emptyPaddle(),
    identity: emptyIdentity(),
  };
  const file = openStateFile(options.stateFile, empty);
  // A state file of an earlier version lacks what was added since.
  file.state.paddle = { ...emptyPaddle(), ...file.state.paddle };
  const realClock = options.systemClock ?? systemClock;
  const clock = sandboxClock(realClock, file.state);
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', (request, reply, done) => {
    // A name that somebody else's DNS points here is not this machine.
    if (isLoopbackHost(request.headers.host ?? '')) done();
    else void reply.status(421).send({ error: 'The sandbox answers to loopback names only.' });
  });
  const url = options.publicUrl ?? `http://${options.host}:${port}`;
  const mailbox = mailboxOf(file.state.mailbox, file.changed);
  mailboxRoutes(app, mailbox);
  const paddle = startPaddle(app, {
    state: file.state.paddle,
    clock,
    systemClock: realClock,
    publicUrl: url,
    changed: file.changed,
    settings: options.paddle,
  });
  const identity =
    options.identity === undefined
      ? null
      : await startIdentity(app, {
          state: file.state.identity,
          changed: file.changed,
          settings: options.identity(url),
        });
  controlRoutes(app, { clock, systemClock: realClock, paddle, identity });
  homeRoutes(app);
  const smtp = await listenForMail(mailbox, clock, { host: options.host, port: options.smtpPort });
  try {
    await app.listen({ host: options.host, port });
  } catch (error) {
    await smtp.close();
    await paddle.close();
    throw error;
  }
  return {
    url,
    smtpPort: smtp.port,
    async close() {
      await app.close();
      await Promise.all([smtp.close(), paddle.close()]);
      file.flush();
    },
  };
}

/** A port to try: it must be known before the parts that print it into addresses are mounted. */
async function freePort(host: string): Promise<number> {
  const probe = Fastify();
  await probe.listen({ host, port: 0 });
  const { port } = probe.server.address() as AddressInfo;
  await probe.close();
  return port;
}
