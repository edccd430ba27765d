import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendWithProof } from '@comet/admission';
import { checkReply, createClient } from '@comet/client';
import { describeVariables } from '@comet/foundation/environment';
import { environmentHelp } from '@comet/foundation/environment-text';
import { readSources } from '@comet/foundation/environment-sources';
import { reasonOf, systemClock } from '@comet/foundation';
import { createLog, lineWriter, type Log, type LogLevel } from '@comet/foundation/log';
import { stateFile } from '@comet/foundation/state-file';
import { createMetrics, exportProcess, listenForScrapes, type MetricsListener } from '@comet/observability';
import { exitTexts as texts } from '@comet/texts/exit';
import manifest from '../package.json' with { type: 'json' };
import { environment } from './environment.ts';
import { registerExitMetrics } from './exit-metrics.ts';
import { usageFile, noOwnerLimits, noUsage, ownerLimitsFile } from './features/allowance/index.ts';
import { credentialOf, membershipFile, pendingJoinFile, ticketFile } from './features/membership/index.ts';
import { createMeasuring, lineFile, measureLine } from './features/measuring/index.ts';
import { createForwardingRules, serve, statusFile } from './features/serving/index.ts';
import { runCommand, parseCommand } from './features/commands/index.ts';
import { presentAt } from './platform/admission-endpoint.ts';
import { openEndLink } from './platform/end-link.ts';
import { kernelFirewall } from './platform/firewall.ts';
import { openForwarding } from './platform/forwarding.ts';
import { readLine } from './platform/line.ts';
import { readSettings, type Settings } from './settings.ts';

/** Far above every response to an exit. */
const maxReplyLength = 256 * 1024;
const print = (line: string): void => console.log(line);
const openLog = (level: LogLevel): Log =>
  createLog({ level, program: 'comet-exit', write: lineWriter(process.stdout, process.env) });

async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2));
  if (!command.ok) return complain(`${texts.unknownWord(command.error)}\n${texts.usage}`);
  if (command.value.kind === 'help') {
    print(`${texts.usage}\n\nEnvironment:\n${environmentHelp(describeVariables(environment)).trimEnd()}`);
    return 0;
  }
  if (command.value.kind === 'version') {
    print(`comet-exit ${manifest.version}`);
    return 0;
  }
  const refuse = command.value.kind === 'serve' ? refuseToServe : complain;
  const sources = readSources(environment, process.env);
  if (!sources.ok) return refuse(sources.error.join(' '));
  const read = readSettings(sources.value);
  if (!read.ok) return refuse(read.error);
  const settings = read.value;
  if (process.getuid?.() !== 0) return refuse(texts.notRoot);
  const files = filesIn(settings.stateDirectory);
  const membership = await files.membership.read();
  const client = createClient({
    ...{ baseUrl: settings.apiUrl, check: checkReply, maxReplyLength },
    // Reads the file each time: the running service renews the credential while our other processes call.
    fetch: sendWithProof(
      settings.apiUrl,
      async () => credentialOf(await files.membership.read()),
      systemClock,
    ),
  });
  if (command.value.kind === 'serve') {
    if (membership === null) return refuse(texts.notJoined);
    const log = openLog(settings.logLevel);
    return run(settings, files, client, membership.wireguardPrivateKey, log).catch((error: unknown) => {
      log.fatal({ err: error }, 'The exit cannot continue');
      return 1;
    });
  }
  return runCommand(command.value, {
    ...{ client, clock: systemClock, files, print, prompt, runs },
    sleep: (milliseconds) => sleep(milliseconds),
  });
}

type Files = ReturnType<typeof filesIn>;

function filesIn(folder: string) {
  return {
    membership: stateFile(folder, 'membership.json', membershipFile),
    pendingJoin: stateFile(folder, 'join.json', pendingJoinFile),
    ticket: stateFile(folder, 'ticket.json', ticketFile),
    ownerLimits: stateFile(folder, 'wishes.json', ownerLimitsFile),
    usage: stateFile(folder, 'carried.json', usageFile),
    status: stateFile(folder, 'status.json', statusFile),
    line: stateFile(folder, 'line.json', lineFile),
  };
}

async function run(
  settings: Settings,
  files: Files,
  client: ReturnType<typeof createClient>,
  privateKey: string,
  log: Log,
): Promise<number> {
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
  const line = await readLine(settings.link);
  const forwardingRules = createForwardingRules({
    ...{ firewall: kernelFirewall(settings.link), line },
    ownerLimits: (await files.ownerLimits.read()) ?? noOwnerLimits,
    usage: (await files.usage.read()) ?? noUsage,
    now: () => systemClock.now(),
  });
  const measuring = await createMeasuring({
    ...{ file: files.line, clock: systemClock, measure: measureLine },
    today: forwardingRules.today,
    caps: () => forwardingRules.allowance,
    addMeasuredBytes: forwardingRules.addMeasuredBytes,
  });
  const link = await openEndLink(settings, privateKey);
  const figures = { status: files.status, today: forwardingRules.today };
  const scrapes = await serveMetrics(settings, figures, log);
  try {
    const passOn = await openForwarding(settings.link);
    await passOn(line);
    log.info(texts.serving);
    const parts = { client, present: presentAt, ticket: files.ticket, clock: systemClock };
    const lineNow = async () => {
      const now = await readLine(settings.link);
      await passOn(now);
      return now;
    };
    const end = await serve(
      { ...parts, link, forwardingRules, measuring, files, readLine: lineNow, log },
      stop.signal,
    );
    if (end !== 'stopped') log.error(texts[end]);
    return 0;
  } finally {
    await scrapes?.close();
    // The link ends before the rules are removed.
    await link.close();
    await forwardingRules.remove();
    await files.usage.write(forwardingRules.usage());
    await files.status.remove();
  }
}

/** Serves the metrics, if a port is set. A port that is taken does not stop traffic. */
async function serveMetrics(
  settings: Settings,
  parts: Parameters<typeof registerExitMetrics>[1],
  log: Log,
): Promise<MetricsListener | null> {
  if (settings.metrics === null) return null;
  const metrics = createMetrics();
  exportProcess(metrics);
  registerExitMetrics(metrics, parts);
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

async function prompt(question: string): Promise<string> {
  if (process.stdin.isTTY !== true) return '';
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A service that cannot start has its reason in the log. */
function refuseToServe(line: string): number {
  openLog('info').fatal(line);
  return 1;
}

function complain(line: string): number {
  console.error(line);
  return 1;
}

process.exitCode = await main();
