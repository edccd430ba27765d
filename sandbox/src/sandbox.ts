import { type Clock, systemClock } from '@comet/foundation';
import Fastify from 'fastify';
import {
  type Coingate,
  type CoingateSettings,
  type CoingateState,
  emptyCoingate,
  startCoingate,
} from './coingate/index.ts';
import { chatwootRoutes, type ChatwootSettings } from './chatwoot/index.ts';
import { controlRoutes } from './control/control.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { emptyIdentity, type IdentitySettings, type IdentityState, startIdentity } from './identity/index.ts';
import {
  emptyMailbox,
  listenForMail,
  mailboxJson,
  type MailboxState,
  mailboxOf,
  mailboxRoutes,
} from './mailbox/index.ts';
import { emptyPaddle, type PaddleSettings, type PaddleState, startPaddle } from './paddle/index.ts';
import { objectStorageRoutes, type ObjectStorageSettings } from './object-storage/index.ts';
import { advanceTime, sandboxClock } from './platform/schedule.ts';
import { freePort } from './platform/free-port.ts';
import { isLoopbackHost } from './platform/loopback.ts';
import { emptyReleases, releaseRoutes, type ReleaseSettings, type ReleaseState } from './releases/index.ts';
import { openStateFile } from './platform/state-file.ts';

/** Listeners and settings of the sandbox. Port 0 selects a free one. */
export interface SandboxOptions {
  readonly host: string;
  readonly port: number;
  readonly smtpPort: number;
  /** SMTP port for replies from the mailbox; without it, replies are disabled. */
  readonly repliesPort?: number;
  /** JSON file that stores the state over a restart; null stores nothing. */
  readonly stateFile: string | null;
  /** The sandbox's URL for browsers; by default the listening address. */
  readonly publicUrl?: string;
  readonly paddle: PaddleSettings;
  /** Without it, crypto payments are disabled. */
  readonly coingate?: CoingateSettings;
  /** The app's registration at the identity providers; without it, they are disabled. */
  readonly identity?: (url: string) => IdentitySettings;
  /** Without it, no releases are served. */
  readonly releases?: ReleaseSettings;
  /** Without it, the hosted support chat is disabled. */
  readonly chatwoot?: ChatwootSettings;
  /** Without it, the object store is disabled. */
  readonly objectStorage?: ObjectStorageSettings;
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
  coingate: CoingateState;
  identity: IdentityState;
  releases: ReleaseState;
}

/** Interval of the check for due entries. */
const TICK_MS = 10_000;

/** Starts the sandbox. It listens on loopback only, because its controls have no authentication. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (!isLoopbackHost(options.host)) {
    throw new Error(`The sandbox listens on loopback addresses only, and ${options.host} is not one.`);
  }
  if (options.port !== 0) return startOn(options.port, options);
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(await freePort(options.host), options);
    } catch (error) {
      // Another process has taken the port between check and bind.
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
    coingate: emptyCoingate(),
    identity: emptyIdentity(),
    releases: emptyReleases(),
  };
  const file = openStateFile(options.stateFile, empty, { mailbox: mailboxJson });
  // A state file of an earlier version lacks newer parts.
  file.state.paddle = { ...emptyPaddle(), ...file.state.paddle };
  file.state.coingate = { ...emptyCoingate(), ...file.state.coingate };
  const realClock = options.systemClock ?? systemClock;
  const clock = sandboxClock(realClock, file.state);
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', (request, reply, done) => {
    // Rejects other host names, which could point to this machine (DNS rebinding). `/releases/` has no controls and accepts every name.
    const isOpen = request.url.startsWith('/releases/');
    if (isOpen || isLoopbackHost(request.headers.host ?? '')) done();
    else void reply.status(421).send({ error: 'The sandbox answers to loopback names only.' });
  });
  // Like the real providers: what was answered is not lost.
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') await file.saved();
  });
  const url = options.publicUrl ?? `http://${options.host}:${port}`;
  const mailbox = mailboxOf(file.state.mailbox, () => file.changed('mailbox'));
  mailboxRoutes(app, mailbox, options.repliesPort ?? null);
  const common = { clock, systemClock: realClock, publicUrl: url };
  const paddle = startPaddle(app, {
    ...{ ...common, state: file.state.paddle, settings: options.paddle },
    changed: () => file.changed('paddle'),
  });
  const coingate: Coingate | null =
    options.coingate === undefined
      ? null
      : startCoingate(app, {
          ...{ ...common, state: file.state.coingate, settings: options.coingate },
          changed: () => file.changed('coingate'),
        });
  const identity =
    options.identity === undefined
      ? null
      : await startIdentity(app, {
          state: file.state.identity,
          changed: () => file.changed('identity'),
          settings: options.identity(url),
        });
  const schedules = [paddle.schedule, ...(coingate === null ? [] : [coingate.schedule])];
  controlRoutes(app, {
    clock,
    systemClock: realClock,
    schedules,
    changed: file.changed,
    paddle,
    coingate,
    identity,
    releases: file.state.releases,
  });
  // Uses the real clock, like programs that check a release.
  if (options.releases !== undefined) releaseRoutes(app, file.state.releases, options.releases, realClock);
  if (options.chatwoot !== undefined) chatwootRoutes(app, options.chatwoot, clock);
  if (options.objectStorage !== undefined) await objectStorageRoutes(app, options.objectStorage, realClock);
  homeRoutes(app);
  const tick = setInterval(() => advanceTime(schedules, clock, clock.now()), TICK_MS);
  const closeParts = async (): Promise<void> => {
    clearInterval(tick);
    await Promise.all([paddle.close(), coingate?.close()]);
  };
  const smtp = await listenForMail(mailbox, clock, {
    ...{ host: options.host, port: options.smtpPort, saved: file.saved },
  });
  try {
    await app.listen({ host: options.host, port });
  } catch (error) {
    await smtp.close();
    await closeParts();
    throw error;
  }
  return {
    url,
    smtpPort: smtp.port,
    async close() {
      await app.close();
      await Promise.all([smtp.close(), closeParts()]);
      file.flush();
    },
  };
}
