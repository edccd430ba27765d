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
  /** The client's own choice in a network that it does not know, possibly with a prepared session. */
  readonly automatic: TransportRow;
  /** The same after all other transports. */
  readonly later: TransportRow;
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
export function holds(row: NetworkRow): boolean {
  const { control } = row;
  const all = allRows(row);
  const isControlled = control.passesElsewhere && !control.passesHere && control.outsideUnprotected > 0;
  const canPass = all.some(({ firstPacketMs }) => firstPacketMs !== null);
  const isFast = [row.automatic, row.later].every(
    ({ firstPacketMs }) => firstPacketMs !== null && firstPacketMs <= firstPacketLimitMs,
  );
  return isControlled && all.every(({ outside }) => outside === 0) && (isFast || !canPass);
}

/** Returns the measurements of a network in their order. */
export function allRows({ automatic, transports, later }: NetworkRow): readonly TransportRow[] {
  return [automatic, ...transports, later];
}

/** Returns the table of `bench/README.md`: a row for each network, a column for each transport, in ms. */
export function hostileTable(rows: readonly NetworkRow[]): string {
  const names = [...new Set(rows.flatMap(({ transports }) => transports.map(({ transport }) => transport)))];
  const header = ['network', 'control', 'automatic', 'later', ...names, 'outside', 'holds'];
  const lines = rows.map((row) => [
    row.title,
    row.control.passesElsewhere && !row.control.passesHere ? 'blocked' : '**not blocked**',
    cell(row.automatic),
    cell(row.later),
    ...names.map((name) => cell(row.transports.find(({ transport }) => transport === name))),
    String(allRows(row).reduce((sum, { outside }) => sum + outside, 0)),
    holds(row) ? 'yes' : 'no',
  ]);
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cell(row: TransportRow | undefined): string {
  return row === undefined ? '' : row.firstPacketMs === null ? '–' : String(Math.round(row.firstPacketMs));
}
