import { readEnvironment } from '@comet/foundation/environment';
import { readSources } from '@comet/foundation/environment-sources';
import type { Log } from '@comet/foundation/log';
import { bridgeEnvironment, openBridge } from './features/bridge/index.ts';
import { controlPlaneAt } from './platform/admission-server/control-plane-relay.ts';

/** Runs a bridge until a signal. Resolves with the exit code: 1 if the settings are wrong, or a program ended, so that systemd restarts it. */
export async function serveBridge(log: Log): Promise<number> {
  const sources = readSources(bridgeEnvironment, process.env);
  const read = sources.ok ? readEnvironment(bridgeEnvironment, sources.value) : sources;
  if (!read.ok) {
    log.fatal(read.error.join(' '));
    return 1;
  }
  const given = read.value;
  const stopped = new Promise<null>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(null));
  });
  const bridge = await openBridge({
    controlPlane: controlPlaneAt(given.API_URL),
    publicIp: given.PUBLIC_IP,
    obfs4Port: given.OBFS4_PORT,
    shadowsocksPort: given.SHADOWSOCKS_PORT,
    stateDirectory: given.STATE_DIR,
    user: given.BRIDGE_USER_ID,
  });
  log.info({ servers: bridge.lines.length }, 'The bridge is open; its lines are in bridges.txt');
  const reason = await Promise.race([bridge.ended, stopped]);
  await bridge.close();
  if (reason === null) return 0;
  log.fatal({ reason }, 'A program of the bridge ended');
  return 1;
}
