/** A transport in a hostile network. */
export interface TransportRow {
  readonly transport: string;
  /** Milliseconds from the start of `comet connect` to the first packet through the tunnel; null if nothing passes. */
  readonly firstPacketMs: number | null;
  /** Packets outside the tunnel, under lockdown, while unprotected programs send. */
  readonly outside: number;
}

export interface NetworkRow {
  readonly network: string;
  readonly title: string;
  readonly machine: string;
  readonly measuredAt: string;
  /** Load average of the last minute before the measurement: other work on the machine. */
  readonly load: number;
  readonly control: {
    readonly title: string;
    readonly passesElsewhere: boolean;
    readonly passesHere: boolean;
    /** Packets that the capture counts without Comet's rules: shows that it can fail. */
    readonly outsideUnprotected: number;
  };
  readonly automatic: TransportRow;
  readonly transports: readonly TransportRow[];
  /** Packets that each rule of the censor has stopped. */
  readonly stopped: Readonly<Record<string, number>>;
}

/** Maximum milliseconds to the first packet by the client's own choice, where any transport passes. */
const firstPacketLimitMs = 3_000;

/**
 * Returns whether a network's figures are as promised: nothing outside, a control that is blocked only here, and a first packet by the
 * automatic choice within the limit unless nothing passes.
 */
export function holds({ control, automatic, transports }: NetworkRow): boolean {
  const all = [automatic, ...transports];
  const isControlled = control.passesElsewhere && !control.passesHere && control.outsideUnprotected > 0;
  const canPass = all.some(({ firstPacketMs }) => firstPacketMs !== null);
  const isFast = automatic.firstPacketMs !== null && automatic.firstPacketMs <= firstPacketLimitMs;
  return isControlled && all.every(({ outside }) => outside === 0) && (isFast || !canPass);
}

/** Returns the table of `bench/README.md`: a row for each network, a column for each transport, in ms. */
export function hostileTable(rows: readonly NetworkRow[]): string {
  const names = [...new Set(rows.flatMap(({ transports }) => transports.map(({ transport }) => transport)))];
  const header = ['network', 'control', 'automatic', ...names, 'outside', 'holds'];
  const lines = rows.map((row) => [
    row.title,
    row.control.passesElsewhere && !row.control.passesHere ? 'blocked' : '**not blocked**',
    cell(row.automatic),
    ...names.map((name) => cell(row.transports.find(({ transport }) => transport === name))),
    String([row.automatic, ...row.transports].reduce((sum, { outside }) => sum + outside, 0)),
    holds(row) ? 'yes' : 'no',
  ]);
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cell(row: TransportRow | undefined): string {
  return row === undefined ? '' : row.firstPacketMs === null ? '–' : String(Math.round(row.firstPacketMs));
}
