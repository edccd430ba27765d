import { createInterface } from 'node:readline/promises';
import { sendWithProof } from '@comet/admission';
import { checkReply, createClient } from '@comet/client';
import { describeVariables } from '@comet/foundation/environment';
import { environmentHelp } from '@comet/foundation/environment-text';
import { readSources } from '@comet/foundation/environment-sources';
import { reasonOf, systemClock } from '@comet/foundation';
import { stateFile } from '@comet/foundation/state-file';
import { createMetrics, exportProcess, listenForScrapes, type MetricsListener } from '@comet/observability';
import { exitTexts as texts } from '@comet/texts/exit';
import manifest from '../package.json' with { type: 'json' };
import { environment } from './environment.ts';
import { exportExit } from './exit-figures.ts';
import { usageFile, noOwnerLimits, noUsage, ownerLimitsFile } from './features/allowance/index.ts';
import { credentialOf, membershipFile, ticketFile } from './features/membership/index.ts';
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
  const sources = readSources(environment, process.env);
  if (!sources.ok) return complain(sources.error.join(' '));
  const read = readSettings(sources.value);
  if (!read.ok) return complain(read.error);
  const settings = read.value;
  if (process.getuid?.() !== 0) return complain(texts.notRoot);
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
    return membership === null
      ? complain(texts.notJoined)
      : run(settings, files, client, membership.wireguardPrivateKey);
  }
  return runCommand(command.value, { client, clock: systemClock, files, print, prompt, runs });
}

type Files = ReturnType<typeof filesIn>;

function filesIn(folder: string) {
  return {
    membership: stateFile(folder, 'membership.json', membershipFile),
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
  const scrapes = await serveMetrics(settings, { status: files.status, today: forwardingRules.today });
  try {
    const passOn = await openForwarding(settings.link);
    await passOn(line);
    print(texts.serving);
    const parts = { client, present: presentAt, ticket: files.ticket, clock: systemClock };
    const lineNow = async () => {
      const now = await readLine(settings.link);
      await passOn(now);
      return now;
    };
    const end = await serve(
      { ...parts, link, forwardingRules, measuring, files, readLine: lineNow, print },
      stop.signal,
    );
    if (end !== 'stopped') print(texts[end]);
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
  parts: Parameters<typeof exportExit>[1],
): Promise<MetricsListener | null> {
  if (settings.metrics === null) return null;
  const metrics = createMetrics();
  exportProcess(metrics);
  exportExit(metrics, parts);
  try {
    return await listenForScrapes(metrics, settings.metrics);
  } catch (error) {
    console.error(reasonOf(error));
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

function complain(line: string): number {
  console.error(line);
  return 1;
}

process.exitCode = await main();
