import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Lab, internet } from '@comet/lab';

const execute = promisify(execFile);

/** Hardware address of the machine, from a locally administered range. */
const hardwareAddress = '02:00:cb:00:71:65';

/** A virtual machine in the place of the lab's host gw-nl, with its addresses. */
export interface VirtualMachine {
  /** Runs a command on the machine as root, over SSH from the lab's internet. Throws its error output if it fails. */
  run(command: string): Promise<string>;
  /** Ends the machine at once. */
  end(): Promise<void>;
}

/** KVM where the processor runs virtual machines; elsewhere /dev/kvm, if there is one, does not start firmware. */
export async function accelerator(): Promise<'kvm' | 'tcg'> {
  const processor = await readFile('/proc/cpuinfo', 'utf8');
  return /^flags\s*:.*\b(vmx|svm)\b/m.test(processor) && existsSync('/dev/kvm') ? 'kvm' : 'tcg';
}

/** Connects the uplink of a lab host with the TAP interface `machine`, so that a virtual machine takes the place of the host. */
export async function openTap(lab: Lab, host: 'gw-nl' | 'client'): Promise<void> {
  const { uplink } = lab.hosts[host];
  const input = [
    `address flush dev ${uplink}`,
    'link add name machines type bridge',
    'tuntap add name machine mode tap',
    `link set ${uplink} master machines up`,
    'link set machine master machines up',
    'link set machines up',
    '',
  ].join('\n');
  const { code, stderr } = await lab.exec(host, ['ip', '-batch', '-'], { input });
  if (code !== 0) throw new Error(`The TAP interface could not be created: ${stderr}`);
}

/**
 * Boots a copy of an image in QEMU, with a NoCloud seed (cloud-init, "NoCloud"): the user data, to which an SSH key is added. Drafts and the
 * serial console's log are in `folder`, which must not exist.
 */
export async function bootMachine(
  lab: Lab,
  { image, userData, folder }: { readonly image: string; readonly userData: string; readonly folder: string },
): Promise<VirtualMachine> {
  await mkdir(folder);
  const inFolder = (name: string): string => join(folder, name);
  await execute('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', inFolder('key')]);
  await execute('qemu-img', [
    'create',
    '-q',
    '-f',
    'qcow2',
    '-F',
    'qcow2',
    '-b',
    image,
    inFolder('disk'),
    '8G',
  ]);
  const key = (await readFile(inFolder('key.pub'), 'utf8')).trim();
  const { ipv4 } = lab.hosts['gw-nl'];
  const seed = {
    'user-data': `${userData}\nssh_authorized_keys: [${key}]\n`,
    'meta-data': 'instance-id: gateway\nlocal-hostname: gateway\n',
    'network-config': JSON.stringify({
      version: 2,
      ethernets: {
        uplink: {
          match: { macaddress: hardwareAddress },
          addresses: [`${ipv4}/24`],
          routes: [{ to: '0.0.0.0/0', via: internet.backbone.ipv4 }],
          nameservers: { addresses: [internet.resolver.ipv4] },
        },
      },
    }),
  };
  for (const [name, content] of Object.entries(seed)) await writeFile(inFolder(name), content);
  await execute('mkfs.vfat', ['-n', 'CIDATA', '-C', inFolder('seed'), '1024']);
  await execute('mcopy', ['-i', inFolder('seed'), ...Object.keys(seed).map(inFolder), '::']);
  const child = lab.spawn(
    'gw-nl',
    [
      ...['qemu-system-x86_64', '-accel', await accelerator(), '-m', '1024', '-smp', '2'],
      ...['-display', 'none'],
      ...['-serial', `file:${inFolder('console')}`, '-device', 'virtio-rng-pci'],
      ...['-drive', `file=${inFolder('disk')},if=virtio,format=qcow2`],
      ...['-drive', `file=${inFolder('seed')},if=virtio,format=raw,readonly=on`],
      ...['-netdev', 'tap,id=uplink,ifname=machine,script=no,downscript=no'],
      ...['-device', `virtio-net-pci,netdev=uplink,mac=${hardwareAddress}`],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    async run(command) {
      const options = [
        'StrictHostKeyChecking=no',
        'UserKnownHostsFile=/dev/null',
        'ConnectTimeout=3',
        'BatchMode=yes',
      ];
      const flags = options.flatMap((option) => ['-o', option]);
      const argv = ['ssh', '-q', ...flags, '-i', inFolder('key'), `debian@${ipv4}`, `sudo ${command}`];
      const { code, stdout, stderr } = await lab.exec('inet', argv, { timeoutMs: 20_000 });
      if (code !== 0) throw new Error(`${command} ended with ${code}: ${stdout}${stderr}`);
      return stdout;
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
