import { createServer, type Socket } from 'node:net';
import {
  type ExitOrder,
  exitOrder,
  type ExitReport,
  exitReport,
  exitSilence,
  maxExitLineLength,
} from '@comet/contract';
import { linesOf } from '../../platform/files/lines.ts';

const orderInterval = 1_000;
/** Maximum number of reports per order: changes are reported at once, but an exit must not flood the gateway. */
const maxReports = 16;
/** Delay in ms before a silent exit is disconnected: a gateway process that was suspended first reads the reports received meanwhile. */
const lateReportGrace = 250;

/** The gateway's control connection to one exit. */
export interface ExitControl {
  /** Sends an order at once instead of with the next beat. */
  sendNow(): void;
  close(): Promise<void>;
}

export interface ExitControlOptions {
  /** The gateway's end of the tunnel, and the only accepted client address. */
  readonly address: string;
  readonly peer: string;
  readonly port: number;
  /** Returns the current order. */
  order(): Pick<ExitOrder, 'caps' | 'rules'>;
  /** `latencyMs` is the response time of the exit; null unless this is the first report for an order. */
  onReport(report: ExitReport, latencyMs: number | null): void;
  /** Called when a connected exit stops reporting. */
  onSilence(): void;
}

/** Accepts the exit's connection, and further ones after a loss. A new connection replaces the previous one. */
export async function openExitControl(options: ExitControlOptions): Promise<ExitControl> {
  let current: Socket | null = null;
  let send: () => void = () => undefined;

  function serveExit(socket: Socket): void {
    current?.destroy();
    current = socket;
    let beat = 0;
    let sentAt = 0;
    let latencyMs: number | null = null;
    let responded = 0;
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
      for await (const line of linesOf(socket, maxExitLineLength)) {
        const report = reportIn(line, beat);
        reports += 1;
        if (report === null || reports > maxReports) break;
        clearTimeout(silence);
        listen();
        const fresh = report.beat === beat && responded < beat;
        if (fresh) {
          responded = beat;
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

/** Parses a report for an order that was sent; null for other input. */
function reportIn(line: string, beat: number): ExitReport | null {
  try {
    const parsed = exitReport.safeParse(JSON.parse(line));
    return parsed.success && parsed.data.beat <= beat ? parsed.data : null;
  } catch {
    return null;
  }
}
