import type { RunTool, ToolOutcome } from '../../src/platform/system/run-tool.ts';

interface RecordedTools {
  readonly run: RunTool;
  /** The executed commands, in order: program and arguments, and after `<` the input. Scripts are decoded. */
  readonly calls: string[];
}

/** A system whose programs all succeed without output, except as `outcomeOf` returns. */
export function recordedTools(
  outcomeOf: (call: string, index: number) => Partial<ToolOutcome> | undefined = () => undefined,
): RecordedTools {
  const calls: string[] = [];
  return {
    calls,
    run: (command, args, input = '') => {
      const program = command.split(/[\\/]/).at(-1) ?? command;
      const encoded = args.indexOf('-EncodedCommand');
      const words =
        encoded === -1
          ? args
          : ['script:', Buffer.from(args[encoded + 1] ?? '', 'base64').toString('utf16le')];
      const call = [program, ...words].join(' ') + (input === '' ? '' : ` < ${input}`);
      calls.push(call);
      return Promise.resolve({ code: 0, stdout: '', stderr: '', ...outcomeOf(call, calls.length - 1) });
    },
  };
}

/** Policies of one tunnel, as every packet filter is tested with them. */
export const gateway = {
  address: '203.0.113.101',
  dataPlane: { transport: 'udp', port: 51_820 },
  admissionPort: 443,
} as const;
export const api = [{ host: '198.51.100.10', port: 443 }];
export const tunnel = { link: 'comet0', ipv4: '100.64.3.4', ipv6: 'fd00:c0:e7:304::1', dns: ['100.64.0.1'] };
export const policies = {
  blocked: { kind: 'blocked', allowLan: false, api },
  connecting: { kind: 'connecting', allowLan: false, api, gateway },
  connected: { kind: 'connected', allowLan: false, gateway, tunnel },
} as const;

/** Values of a gateway's list or a state file that would become a command, a rule or a separate line. */
export const hostileWords = [
  '',
  '1.2.3.4; reboot',
  '1.2.3.4\npass quick all',
  '1.2.3.4 flags any',
  '0.0.0.0/0',
  'any',
  '-f',
  '$(reboot)',
  '1.2.3.4\u2019; reboot',
  'fe80::1%en0',
  '{ 0.0.0.0/0 }',
];
