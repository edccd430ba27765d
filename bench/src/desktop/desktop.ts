import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StartedDisplay, startDisplay } from '@comet/e2e';
import { buildCrate, buildDesktop, LAB_COMMANDS, WINDOW_COMMANDS } from '@comet/stack';
import { execOrThrow } from '../tunnels/manual-wireguard.ts';
import type { Bench, BenchRun } from '../bench.ts';
import type { CaseFigures } from '../report.ts';
import type { SignedInClient } from '../services.ts';
import { measureIdleDaemon, type IdleAmounts, cpuShareOf, memoryOf } from './daemon.ts';
import { openWindow } from './window.ts';

const amounts: Record<BenchRun['extent'], Amounts> = {
  full: {
    ...{ warmUps: 1, turns: 7, idleTurns: 5, beforeClickMs: 1_000 },
    ...{ settleMs: 3_000, measureMs: 3_000, connectedSettleMs: 15_000, connectedMeasureMs: 10_000 },
  },
  smoke: {
    ...{ warmUps: 0, turns: 1, idleTurns: 1, beforeClickMs: 0 },
    ...{ settleMs: 1_000, measureMs: 200, connectedSettleMs: 0, connectedMeasureMs: 200 },
  },
};

interface Amounts extends IdleAmounts {
  readonly warmUps: number;
  readonly turns: number;
  /** Milliseconds between the first frame and the click. */
  readonly beforeClickMs: number;
  /** Milliseconds for a connected app to settle, and for which its CPU time is measured: one clock tick of 10 ms is then 0.1 %. */
  readonly connectedSettleMs: number;
  readonly connectedMeasureMs: number;
}

/** The client, a display, and the two compared programs. */
interface CaseSetup extends SignedInClient {
  readonly display: StartedDisplay;
  readonly app: string;
  readonly empty: string;
  readonly amount: Amounts;
  readonly log: (line: string) => void;
}

/** The app in its window, and the daemon, compared with minimal programs on the same basis. */
export const desktopBench: Bench = {
  name: 'desktop',
  metric: 'time from a click to the word on the screen, and what app and daemon take while nothing happens',
  unit: 'ms',
  better: 'lower',
  packages: { ...LAB_COMMANDS, ...WINDOW_COMMANDS },
  needsLab: true,
  measure: ({ log, extent, signedInClient }) =>
    signedInClient(async (client) => {
      const app = await buildDesktop(log);
      if (app === null) throw new Error('This machine cannot build the desktop app');
      const empty = await buildCrate('empty-window');
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      const amount = amounts[extent];
      try {
        const display = await startDisplay(client.lab, folder);
        const setup: CaseSetup = { ...client, display, app, empty, amount, log };
        const figures: CaseFigures[] = [];
        try {
          figures.push(...(await measureClick(setup)), ...(await measureIdle(setup)));
        } finally {
          await display.close();
        }
        figures.push(...(await measureIdleDaemon(client, folder, amount, log)));
        return figures;
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
};

/** Measures the command and a click in the open window alternately. Warm-up turns do not count. */
async function measureClick({ lab, location, display, app, amount, log }: CaseSetup): Promise<CaseFigures[]> {
  const [clicks, commands, windows]: [number[], number[], number[]] = [[], [], []];
  const command = `s=$(date +%s%N); comet connect ${location} >&2; e=$(date +%s%N); echo $((e - s))`;
  for (let turn = 1 - amount.warmUps; turn <= amount.turns; turn += 1) {
    const { stdout } = await lab.exec('client', ['sh', '-c', command]);
    await execOrThrow(lab, 'client', ['comet', 'disconnect']);
    const window = await openWindow(display, app);
    await sleep(amount.beforeClickMs);
    const click = await window.clickToConnected();
    await window.end();
    await execOrThrow(lab, 'client', ['comet', 'disconnect']);
    if (turn < 1) continue;
    clicks.push(click);
    commands.push(Number(stdout) / 1e6);
    windows.push(window.firstFrameMs);
    log(
      `turn ${turn}: click ${click} ms, comet ${(Number(stdout) / 1e6).toFixed(0)} ms, window ${window.firstFrameMs.toFixed(0)} ms`,
    );
  }
  const allowed = 'comet connect and 150 ms';
  return [
    {
      case: 'click to Connected on screen',
      ours: clicks,
      peers: { [allowed]: commands.map((figure) => figure + 150), 'comet connect': commands },
      target: { [allowed]: 1 },
    },
    within('window up, warm', windows, 1_000, 'ms'),
  ];
}

/** Measures the memory of the app's window, compared with an empty one, and its CPU time without input. */
async function measureIdle(setup: CaseSetup): Promise<CaseFigures[]> {
  const { lab, location, app, empty, amount, log } = setup;
  const [ours, theirs, quiet, connected]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let turn = 1; turn <= amount.idleTurns; turn += 1) {
    theirs.push(await withProgram(setup, empty, memoryOf));
    await withProgram(setup, app, async (pid) => {
      ours.push(memoryOf(pid));
      quiet.push(await cpuShareOf(pid, amount.measureMs));
      await execOrThrow(lab, 'client', ['comet', 'connect', location]);
      await sleep(amount.connectedSettleMs);
      connected.push(await cpuShareOf(pid, amount.connectedMeasureMs));
      await execOrThrow(lab, 'client', ['comet', 'disconnect']);
    });
    log(
      `turn ${turn}: app ${ours.at(-1)?.toFixed(1)} MB, empty window ${theirs.at(-1)?.toFixed(1)} MB; ` +
        `${quiet.at(-1)?.toFixed(2)} % of a core at rest, ${connected.at(-1)?.toFixed(2)} % connected`,
    );
  }
  return [
    {
      case: 'memory of the app',
      unit: 'MB',
      ours,
      peers: { 'empty window': theirs },
      target: { 'empty window': 1.15 },
    },
    { ...within('processor of the app at rest', quiet, 1, '% of a core'), canBeZero: true },
    { ...within('processor of the app, connected', connected, 1, '% of a core'), canBeZero: true },
  ];
}

/** Starts a program without WebDriver, waits until it has settled, measures it, and ends it. */
async function withProgram<T>(
  { lab, display, amount }: CaseSetup,
  program: string,
  measure: (pid: number) => T | Promise<T>,
): Promise<T> {
  const child = lab.spawn('client', [program], { env: { ...display.env }, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await sleep(amount.settleMs);
  if (child.pid === undefined || child.exitCode !== null) throw new Error(`${program} exited early`);
  try {
    return await measure(child.pid);
  } finally {
    child.kill();
    await ended;
  }
}

/** Returns a case whose only peer is a limit. */
function within(name: string, ours: readonly number[], limit: number, unit: string): CaseFigures {
  const peer = `limit of ${limit} ${unit}`;
  return { case: name, unit, ours, peers: { [peer]: ours.map(() => limit) }, target: { [peer]: 1 } };
}
