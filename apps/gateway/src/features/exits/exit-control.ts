import { createServer, type Socket } from 'node:net';
import {
  type ExitOrder,
  exitOrder,
  type ExitReport,
  exitReport,
  exitSilence,
  longestExitLine,
} from '@comet/contract';
import { linesOf } from '../../platform/files/lines.ts';

const orderInterval = 1_000;
/** Reports that an exit may give for one order: what has changed in between, but not as much as it likes of our time. */
const maxReports = 16;
/** The last part of its silence, in milliseconds: a gateway that was kept from running reads first what has come meanwhile. */
const lateReportGrace = 250;

/** The gateway's side of the conversation with one exit. */
export interface ExitControl {
  /** Sends an order at once, and not only with the next beat. */
  sendNow(): void;
  close(): Promise<void>;
}

export interface ExitControlOptions {
  /** The gateway's end of the tunnel, and the one address that is listened to. */
  readonly address: string;
  readonly peer: string;
  readonly port: number;
  /** What is ordered now. */
  order(): Pick<ExitOrder, 'caps' | 'rules'>;
  /** `latencyMs` is what the exit took to answer; null where that was not the first answer to an order. */
  onReport(report: ExitReport, latencyMs: number | null): void;
  /** The exit was received before, and is not any more. */
  onSilence(): void;
}

/** Waits for the exit's connection, and for the next one when it is lost. A newer connection ends the one before. */
export async function openExitControl(options: ExitControlOptions): Promise<ExitControl> {
  let current: Socket | null = null;
  let send: () => void = () => undefined;

  function serveExit(socket: Socket): void {
    current?.destroy();
    current = socket;
    let beat = 0;
    let sentAt = 0;
    let latencyMs: number | null = null;
    let answered = 0;
    let reports = 0;
    let silence: NodeJS.Timeout | undefined;
    const listen = () => {
      silence = setTimeout(() => {
        silence = setTimeout(() => socket.destroy(), lateReportGrace);
      }, exitSilence.atGateway - lateReportGrace);
    };
    listen();
    send = () => {
      beat += 1;
      reports = 0;
      sentAt = performance.now();
      socket.write(`${JSON.stringify(exitOrder.parse({ ...options.order(), beat, latencyMs }))}\n`);
    };
    const timer = setInterval(() => send(), orderInterval);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(timer);
      clearTimeout(silence);
      if (current !== socket) return;
      current = null;
      send = () => undefined;
      options.onSilence();
    });
    void (async () => {
      for await (const line of linesOf(socket, longestExitLine)) {
        const report = reportIn(line, beat);
        reports += 1;
        if (report === null || reports > maxReports) break;
        clearTimeout(silence);
        listen();
        const fresh = report.beat === beat && answered < beat;
        if (fresh) {
          answered = beat;
          latencyMs = Math.min(60_000, Math.round(performance.now() - sentAt));
        }
        options.onReport(report, fresh ? latencyMs : null);
      }
    })()
      .catch(() => undefined)
      .finally(() => socket.destroy());
    send();
  }

  const server = createServer((socket) => {
    if (socket.remoteAddress === options.peer) serveExit(socket);
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.address, port: options.port, backlog: 8 }, resolve);
  });
  return {
    sendNow: () => send(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        current?.destroy();
      }),
  };
}

/** A report on an order that was given, or null for anything else. */
function reportIn(line: string, beat: number): ExitReport | null {
  try {
    const parsed = exitReport.safeParse(JSON.parse(line));
    return parsed.success && parsed.data.beat <= beat ? parsed.data : null;
  } catch {
    return null;
  }
}
