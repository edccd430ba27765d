import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { type Clock, jsonOf, unixSeconds } from '@comet/foundation';
import { type Command, OpenvpnSessionManager } from './openvpn-session-manager.ts';
import { readLines } from './line-socket.ts';
import { maxMessageBytes, type Event, type Order, order, messagesVersion } from './authenticator-messages.ts';
import { Programs, type Launchers } from './programs.ts';
import { CredentialTable } from './credential-table.ts';

/** Interval in ms of checks that depend on time: an outdated credential table, a certificate to be replaced. */
const sweepEvery = 5_000;

/**
 * Accepts messages at a unix socket until `end`: keeps the programs running and authenticates their clients. When the
 * agent ends, the programs continue unchanged for the next agent. Of two connected agents, the later one is served.
 */
export async function serveOrders(parts: {
  readonly socket: string;
  readonly clock: Clock;
  readonly launchers: Launchers;
  /** Ends it like the `end` message. */
  readonly signal: AbortSignal;
}): Promise<void> {
  const { clock, launchers } = parts;
  const now = () => unixSeconds(clock.now());
  const credentialTable = new CredentialTable();
  const openvpnSessionManager = new OpenvpnSessionManager(credentialTable);
  const { promise: over, resolve: finish } = Promise.withResolvers<void>();
  parts.signal.addEventListener('abort', () => finish());
  // This process cannot open another launcher: the agent restarts the process.
  for (const { gone } of Object.values(launchers)) void gone.then(finish);
  let agent: Socket | null = null;

  const programs = new Programs({
    launchers,
    clock,
    load: (name) => openvpnSessionManager.sizeOf(name),
    events: {
      onManagement(name, event) {
        if (event.kind === 'login') execute([openvpnSessionManager.login(name, event, now())]);
        if (event.kind === 'address') openvpnSessionManager.assignAddress(name, event.cid, event.address);
        if (event.kind === 'gone') sendFreed(openvpnSessionManager.gone(name, event.cid));
      },
      onEnd(name, reason) {
        sendFreed(openvpnSessionManager.closed(name));
        if (reason !== null) sendEvent({ type: 'ended', name, reason });
        sendStatus();
      },
      onReady: sendStatus,
    },
  });

  function execute(commands: readonly Command[]): void {
    for (const { server, line } of commands) programs.sendCommand(server, line);
  }

  function sendEvent(message: Event): void {
    agent?.write(`${JSON.stringify(message)}\n`);
  }

  function sendFreed(addresses: readonly string[]): void {
    if (addresses.length > 0) sendEvent({ type: 'freed', addresses: [...addresses] });
  }

  function sendStatus(): void {
    sendEvent({ type: 'standing', running: programs.ready, sessions: openvpnSessionManager.size });
  }

  function executeOrder(given: Order): void {
    switch (given.type) {
      case 'run':
        void programs.align(given.programs);
        void programs.renewQuiet().then(sendStatus);
        return;
      case 'roll':
        credentialTable.replace(given, now());
        return execute(openvpnSessionManager.evict(now()));
      case 'grant':
        return credentialTable.add(given.credential);
      case 'withdraw':
        credentialTable.withdraw(given.id);
        return execute(openvpnSessionManager.evict(now()));
      case 'revoke':
        credentialTable.revoke(given.revocation);
        return execute(openvpnSessionManager.evict(now()));
      case 'trust':
        return credentialTable.trustUntil(given.until, now());
      case 'end':
        return finish();
    }
  }

  const server = createServer((socket) => {
    agent?.destroy();
    agent = socket;
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (agent === socket) agent = null;
    });
    readLines(socket, maxMessageBytes, (line) => {
      const parsed = order.safeParse(jsonOf(line));
      if (!parsed.success) socket.destroy();
      else if (agent === socket) executeOrder(parsed.data);
    });
    sendEvent({ type: 'hello', version: messagesVersion });
    sendStatus();
  });
  await rm(parts.socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(parts.socket, () => resolve());
  });
  const sweep = setInterval(() => {
    execute(openvpnSessionManager.evict(now()));
    credentialTable.forget(now());
    void programs.renewQuiet();
    sendStatus();
  }, sweepEvery);

  await over;
  clearInterval(sweep);
  await programs.stop();
  for (const launcher of Object.values(launchers)) launcher.close();
  server.close();
  (agent as Socket | null)?.destroy();
}
