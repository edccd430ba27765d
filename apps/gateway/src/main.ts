import type { BoundCredential } from '@comet/admission';
import { randomInt } from 'node:crypto';
import { describeVariables, formerNameWarnings } from '@comet/foundation/environment';
import { environmentHelp } from '@comet/foundation/environment-text';
import { readSources } from '@comet/foundation/environment-sources';
import { reasonOf, systemClock, unixSeconds } from '@comet/foundation';
import { createLog, lineWriter, type LogLevel } from '@comet/foundation/log';
import { openStateFolder, type StateFile, stateFile } from '@comet/foundation/state-file';
import { createMetrics, exportProcess, listenForScrapes, type MetricsListener } from '@comet/observability';
import type { Traces } from '@comet/observability/traces';
import manifest from '../package.json' with { type: 'json' };
import { environment } from './environment.ts';
import {
  enrol,
  type Identity,
  identityFile,
  type PendingEnrolment,
  pendingEnrolmentFile,
} from './features/enrolment/index.ts';
import { newFeedFile } from './features/feed/index.ts';
import { quotaLeasesFile } from './features/metering/index.ts';
import { obfuscationSecretsFile } from './features/openvpn/index.ts';
import { forwardedPortsFile } from './features/port-forwarding/index.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { registerGatewayMetrics } from './gateway-metrics.ts';
import { connectControlPlane } from './platform/control-plane/control-plane.ts';
import { sleep } from './platform/clock/sleep.ts';
import { type FeedStateFile, openFeedFile, openLeasesFile, readFeedFile } from './saved-state.ts';
import { readSettings, type Settings } from './settings.ts';

/** A fatal error that an operator can fix; all others are internal errors and are logged with their stack. */
class Refusal extends Error {}

/** Why the agent ends. SIGUSR2 is for a new release: tunnels and customers stay, and the next agent adopts them. */
type End = { readonly tunnels: 'end' | 'stay'; readonly reason: string | null };

const logAt = (level: LogLevel) =>
  createLog({ level, program: 'comet-gateway', write: lineWriter(process.stdout, process.env) });
let log = logAt('info');

async function main(): Promise<void> {
  const sources = readSources(environment, process.env);
  if (!sources.ok) throw new Refusal(sources.error.join(' '));
  const read = readSettings(sources.value);
  if (!read.ok) throw new Refusal(read.error);
  const settings = read.value;
  log = logAt(settings.logLevel);
  for (const warning of formerNameWarnings(environment, sources.value)) log.warn(warning);
  await openStateFolder(settings.stateDirectory);
  const files = {
    identity: stateFile(settings.stateDirectory, 'identity.json', identityFile),
    pendingEnrolment: stateFile(settings.stateDirectory, 'enrolment.json', pendingEnrolmentFile),
    feed: openFeedFile(settings.stateDirectory),
    leases: openLeasesFile(settings.stateDirectory),
    obfuscation: stateFile(settings.stateDirectory, 'disguises.json', obfuscationSecretsFile),
    forwardedPorts: stateFile(settings.stateDirectory, 'ports.json', forwardedPortsFile),
    quotaLeases: stateFile(settings.stateDirectory, 'slices.json', quotaLeasesFile),
  };
  let credential: BoundCredential | null = null;
  const present = ({ credential: token, credentialKey: key }: Identity) => (credential = { token, key });
  const controlPlane = connectControlPlane(settings.apiUrl, () => credential, systemClock);
  const identity = (await files.identity.read()) ?? (await firstStart(settings, controlPlane, files));
  present(identity);
  const savedFeed = await readFeedFile(files.feed, (reason) =>
    log.error({ reason }, 'The gateway accepts no client until the control plane has sent a snapshot'),
  );
  if (savedFeed === null)
    throw new Refusal(`feed.json is missing from ${settings.stateDirectory}: enrol again.`);

  // From here on a signal must undo the changes, which is possible only after the start has completed.
  const stopped = new Promise<End>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const)
      process.once(name, () => resolve({ tunnels: 'end', reason: null }));
    process.once('SIGUSR2', () => resolve({ tunnels: 'stay', reason: null }));
  });
  const traces = settings.tracesUrl === null ? null : await traceTo(settings.tracesUrl);
  const gateway = await openGateway({
    settings,
    identity,
    feedFile: savedFeed,
    files,
    controlPlane,
    version: manifest.version,
    clock: systemClock,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    onIdentity: present,
    log,
    traces,
  });
  const scrapes = await serveMetrics(settings, gateway);
  const died = gateway.died.then((reason): End => ({ tunnels: 'stay', reason }));
  const end = await Promise.race([died, stopped]);
  if (end.reason !== null) log.fatal({ reason: end.reason }, 'The gateway cannot continue');
  await scrapes?.close();
  await gateway.close(end.tunnels);
  await traces?.close();
  if (end.reason !== null) process.exitCode = 1;
}

/** Loaded only here: most installations have no collector. */
async function traceTo(url: string): Promise<Traces> {
  const { openTraces } = await import('@comet/observability/traces');
  return openTraces({ url, service: 'comet-gateway' });
}

/** Serves the metrics, if a port is set. A port that is taken does not stop customers' traffic. */
async function serveMetrics(settings: Settings, gateway: Gateway): Promise<MetricsListener | null> {
  if (settings.metrics === null) return null;
  const metrics = createMetrics();
  exportProcess(metrics);
  registerGatewayMetrics(metrics, gateway.figures);
  try {
    return await listenForScrapes(metrics, settings.metrics);
  } catch (error) {
    log.error(
      { reason: reasonOf(error) },
      'The metrics cannot be served: change METRICS_HOST or METRICS_PORT',
    );
    return null;
  }
}

/** Uses the enrolment token. The trusted keys are saved before the identity, which is useless without them. */
async function firstStart(
  settings: Settings,
  controlPlane: ReturnType<typeof connectControlPlane>,
  files: {
    readonly identity: { write(content: Identity): Promise<void> };
    readonly pendingEnrolment: StateFile<PendingEnrolment>;
    readonly feed: FeedStateFile;
  },
): Promise<Identity> {
  if (settings.enrolToken === null) {
    throw new Refusal(
      `This gateway is not enrolled: set ENROL_TOKEN for its first start, or STATE_DIR to where its state is.`,
    );
  }
  const { wireguardPort, admissionPort, publicIpv4: ipv4, publicIpv6: ipv6 } = settings;
  const enrolled = await enrol({
    controlPlane,
    token: settings.enrolToken,
    place: { wireguardPort, doorPort: admissionPort, ipv4, ipv6 },
    pending: files.pendingEnrolment,
    sleep,
    onWaiting: (reason) => log.warn({ reason }, 'The control plane does not answer yet; trying again'),
  });
  if (!enrolled.ok) throw new Refusal(`The control plane refused to enrol this gateway: ${enrolled.error}.`);
  const { identity, ticketKeys, feedKeys } = enrolled.value;
  const feed = newFeedFile({ ticketKeys, feedKeys }, unixSeconds(systemClock.now()));
  await files.feed.save({ change: () => null, whole: () => feed });
  await files.identity.write(identity);
  await files.pendingEnrolment.remove();
  log.info('Enrolled');
  return identity;
}

const given = new Set(process.argv.slice(2));
if (given.has('--help') || given.has('-h') || given.has('help')) {
  process.stdout.write(
    `comet-gateway [--version]\ncomet-gateway bridge\n\nEnvironment:\n${environmentHelp(describeVariables(environment))}`,
  );
  process.exit(0);
}
if (given.has('--version') || given.has('-v')) {
  process.stdout.write(`comet-gateway ${manifest.version}\n`);
  process.exit(0);
}
try {
  if (process.argv[2] === 'bridge') {
    const { serveBridge } = await import('./serve-bridge.ts');
    process.exit(await serveBridge(logAt('info')));
  }
  await main();
} catch (error) {
  if (error instanceof Refusal) log.fatal(error.message);
  else log.fatal({ err: error }, 'The gateway could not start');
  process.exitCode = 1;
}
