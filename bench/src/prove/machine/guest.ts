import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { accelerator, type Container, openTap } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import { runInGuest } from './guest-agent.ts';
import { converseOver } from './json-lines.ts';
import { machineDisk } from './machine-disk.ts';

const execute = promisify(execFile);

/** Hardware address of the machine, from a locally administered range. */
export const hardwareAddress = '02:00:cb:00:70:76';

/** Label of the read-only disk with the packages. */
const packagesLabel = 'packages';

/** Maximum time in ms of a boot: minutes where the processor is emulated and busy. */
const BOOT_MS = 900_000;

/** Maximum time in ms of a request to QEMU. */
const MONITOR_MS = 20_000;

const MEMORY_MIB = 1024;

/** Time in ms between two checks of `until`: each runs a program in the machine, whose processor may be emulated. */
const INTERVAL_MS = 1_500;

/** The kernel's command line. Waiting for a network, and mitigations for processors, cost minutes where the processor is emulated. */
const KERNEL = [
  ...['root=/dev/vda', 'rw', 'console=ttyS0', 'quiet', 'net.ifnames=0', 'mitigations=off', 'audit=0'],
  'no_timer_check',
  ...['systemd-networkd-wait-online', 'NetworkManager-wait-online', 'connman-wait-online'].map(
    (unit) => `systemd.mask=${unit}.service`,
  ),
  ...['apt-daily', 'apt-daily-upgrade', 'e2scrub_all', 'fstrim'].map((unit) => `systemd.mask=${unit}.timer`),
].join(' ');

/** A virtual machine in the place of the lab's client. Its commands do not use its network. */
export interface Guest extends Container {
  /** Resets it like its button, and waits until it has booted. */
  reset(): Promise<void>;
  /** Resolves when it runs another boot than `before`. */
  booted(before: string): Promise<void>;
  bootId(): Promise<string>;
}

interface GuestOptions {
  readonly lab: Lab;
  /** Empty folder of drafts. */
  readonly folder: string;
  /** Folder with packages, mounted read-only at the same path. */
  readonly packages: string;
}

/** Boots Debian in QEMU with its own network device on the link of the lab's client. */
export async function bootGuest({ lab, folder, packages }: GuestOptions): Promise<Guest> {
  const { disk, kernel, initrd } = await machineDisk();
  const at = (name: string): string => join(folder, name);
  await execute('qemu-img', ['create', '-q', '-f', 'qcow2', '-F', 'raw', '-b', disk, at('disk')]);
  await execute('mkfs.ext4', ['-q', '-L', packagesLabel, '-d', packages, at('packages'), '1G']);
  await openTap(lab, 'client');
  const processor = await accelerator();
  const drive = (name: string, format: string, more = ''): readonly string[] => [
    '-drive',
    `file=${at(name)},if=virtio,format=${format}${more}`,
  ];
  const argv = [
    ...['qemu-system-x86_64', '-accel', processor, '-m', String(MEMORY_MIB), '-smp', '2'],
    ...['-display', 'none', '-serial', `file:${at('console')}`, '-device', 'virtio-rng-pci'],
    ...['-kernel', kernel, '-initrd', initrd],
    ...['-append', KERNEL],
    ...drive('disk', 'qcow2'),
    ...drive('packages', 'raw', ',readonly=on'),
    ...['-netdev', 'tap,id=uplink,ifname=machine,script=no,downscript=no'],
    ...['-device', `virtio-net-pci,netdev=uplink,mac=${hardwareAddress}`],
    ...['-chardev', `socket,path=${at('agent')},server=on,wait=off,id=agent`, '-device', 'virtio-serial'],
    ...['-device', 'virtserialport,chardev=agent,name=org.qemu.guest_agent.0'],
    ...['-qmp', `unix:${at('monitor')},server=on,wait=off`],
  ];
  // In its own session, so that Linux gives it a share of the processor of its own (sched_autogroup).
  const child = lab.spawn('client', argv, { stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;

  const monitor = (command: string): Promise<unknown> =>
    converseOver(at('monitor'), MONITOR_MS, async ({ send, receive }) => {
      const isReply = (message: Readonly<Record<string, unknown>>) => 'return' in message;
      send({ execute: 'qmp_capabilities' });
      await receive(isReply);
      send({ execute: command });
      return (await receive(isReply))['return'];
    });

  const guest: Guest = {
    run: (argv, options) => runInGuest(at('agent'), argv, options),
    async output(...argv) {
      const { code, stdout, stderr } = await guest.run(argv);
      if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
      return stdout;
    },
    async write(path, text) {
      const command = 'mkdir -p "${1%/*}" && cat > "$1"';
      const { code, stderr } = await guest.run(['sh', '-c', command, 'sh', path], { input: text });
      if (code !== 0) throw new Error(`${path} could not be written: ${stderr}`);
    },
    bootId: () => guest.output('cat', '/proc/sys/kernel/random/boot_id'),
    async booted(before) {
      await until('The machine has not booted', BOOT_MS, async () => {
        if (hasEnded()) throw new Error(`QEMU ended: see ${at('console')}`);
        return (await guest.bootId().catch(() => before)) !== before;
      });
      const state = ['systemctl', 'is-system-running'];
      await until('The machine has not started everything', BOOT_MS, async () => {
        const { stdout } = await guest.run(state).catch(() => ({ stdout: '' }));
        return /^(running|degraded)$/.test(stdout.trim());
      });
      await guest.output('mkdir', '-p', packages);
      await guest.output('mount', '-o', 'ro', `/dev/disk/by-label/${packagesLabel}`, packages);
    },
    async reset() {
      const before = await guest.bootId();
      await guest.output('sync');
      await monitor('system_reset');
      await guest.booted(before);
    },
    async close() {
      if (hasEnded()) return;
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
  try {
    await guest.booted('');
    return guest;
  } catch (error) {
    await guest.close();
    throw error;
  }
}

/** Waits until `check` returns true. Throws `failure` after `milliseconds`. */
export async function until(
  failure: string,
  milliseconds: number,
  check: () => Promise<boolean>,
): Promise<void> {
  for (const deadline = Date.now() + milliseconds; !(await check()); await sleep(INTERVAL_MS))
    if (Date.now() > deadline) throw new Error(`${failure} within ${milliseconds / 1000} s`);
}
