import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type BuiltPackages, buildPackages } from '../src/packages/build-for-tests.ts';
import { inRepository } from '../src/repository.ts';
import { openOverlayMachine, type OverlayMachine } from './overlay-machine.ts';

let machine: OverlayMachine;
let daemon: ChildProcess;
let packages: BuiltPackages;

beforeAll(async () => {
  packages = await buildPackages(inject('packages'));
  machine = await openOverlayMachine();
});
afterAll(async () => {
  await machine?.close();
});

const deb = (name: keyof BuiltPackages): string => packages[name].deb;
const dpkg = (...args: readonly string[]): Promise<string> =>
  machine.output('dpkg', '--force-unsafe-io', ...args);
/** Files that dpkg and its tools write for every package. */
const ofDpkg = /^\/(?:var\/(?:lib\/dpkg|log)\/|etc\/g(?:roup|shadow)-$)/;
const changes = async (): Promise<string[]> => (await machine.changes()).filter((path) => !ofDpkg.test(path));
const verified = async (...units: readonly string[]): Promise<string> =>
  (await machine.run('systemd-analyze', 'verify', '--man=no', ...units)).output;

describe('the package of the client', () => {
  test('installs its files, writable by root and readable by all, and starts its unit by systemd', async () => {
    await dpkg('--install', deb('comet'));
    expect(await machine.output('dpkg', '--verify', 'comet')).toBe('');
    const files = (await machine.output('dpkg', '--listfiles', 'comet'))
      .split('\n')
      .filter((path) => path.includes('comet'));
    const seen = await machine.output('stat', '--format', '%a %U:%G %F', ...files);
    expect([...new Set(seen.trim().split('\n'))].toSorted()).toEqual([
      '644 root:root regular file',
      '755 root:root directory',
      '755 root:root regular file',
    ]);
    expect(await machine.systemctlCalls()).toEqual(
      expect.arrayContaining(['--system daemon-reload', expect.stringMatching(/\bstart cometd\.service$/)]),
    );
    expect(await machine.output('getent', 'group', 'comet')).toMatch(/^comet:/);
    for (const wanted of [
      'multi-user.target.wants/cometd.service',
      'sysinit.target.wants/comet-lockdown.service',
    ])
      expect(await machine.output('readlink', `/etc/systemd/system/${wanted}`)).toMatch(
        /^\/(?:usr\/)?lib\/systemd\/system\//,
      );
  });

  test('has the notices of all its libraries', async () => {
    const notices = await machine.output('cat', '/usr/share/doc/comet/NOTICES');
    expect(notices).toMatch(/^zod \S+: MIT$/m);
    expect(notices).toMatch(/^serde_json \S+: MIT OR Apache-2\.0$/m);
    expect(notices).toContain('Permission is hereby granted, free of charge');
  });

  test('has the manual of the command, and completions in the folders of bash, zsh and fish', async () => {
    const packed = (path: string) =>
      machine.output('sh', '-c', `dpkg-deb --fsys-tarfile ${deb('comet')} | tar -xO .${path}`);
    const manual = await machine.output(
      'sh',
      '-c',
      `dpkg-deb --fsys-tarfile ${deb('comet')} | tar -xO ./usr/share/man/man1/comet.1.gz | gunzip`,
    );
    expect(manual).toContain('EXIT STATUS');
    expect(await packed('/usr/share/bash-completion/completions/comet')).toContain('complete -F _comet');
    expect(await packed('/usr/share/zsh/vendor-completions/_comet')).toMatch(/^#compdef comet/);
    expect(await packed('/usr/share/fish/vendor_completions.d/comet.fish')).toContain('complete -c comet');
  });

  test('systemd accepts its units', async () => {
    expect(await verified('cometd.service', 'comet-lockdown.service')).toBe('');
  });

  test('the installed daemon starts with the bundled Node, and serves only root and the group', async () => {
    expect(await machine.output('comet', '--version')).toMatch(/^\S*\d+\.\d+\.\d+\n$/);
    await startDaemon();
    expect(await machine.output('comet', 'status')).toMatch(/disconnected/i);
    const as = (group: string) =>
      machine.run('setpriv', '--reuid=65534', `--regid=${group}`, '--clear-groups', 'comet', 'status');
    expect(await as('comet')).toMatchObject({ code: 0 });
    expect(await as('nogroup')).not.toMatchObject({ code: 0 });
  });

  test('apt installs an update from a folder of root, and nothing without a verified update', async () => {
    const cache = '/var/cache/comet';
    const install = () =>
      machine.run('env', `PATH=${cache}/stub:/usr/bin:/bin`, '/usr/lib/comet/install-update');
    expect(await install()).toMatchObject({ code: 3 });
    const stub = `printf '#!/bin/sh\necho "$@"\n' > ${cache}/stub/apt-get && chmod 755 ${cache}/stub/apt-get`;
    const update = `${cache}/updates/comet_9.0.0_amd64.deb`;
    await machine.output(
      'sh',
      '-c',
      `mkdir -p ${cache}/stub ${cache}/updates && ${stub} && echo > ${update}`,
    );
    expect(await install()).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^install --yes --no-remove .* \.\/comet_9\.0\.0_amd64\.deb\n$/),
    });
    await machine.output('chown', '65534', update);
    expect(await install()).toMatchObject({ code: 3 });
  });

  test('the app prints the packages of missing libraries', async () => {
    const stub = '/var/cache/comet/stub';
    const source = inRepository('deploy/packages/comet/open-desktop');
    const [library, entry] = ['libayatana-appindicator3.so.1', 'deploy/packages/comet/comet-desktop.desktop'];
    // A linked program replaces the app, which may not have been built. A headless machine may not have the library.
    await machine.output(
      'sh',
      '-c',
      `printf '#!/bin/sh\necho "$@"\n' > ${stub}/zenity && chmod 755 ${stub}/zenity &&
        sed 's#^app=/usr/bin/comet-desktop$#app=/bin/true#' ${source} > ${stub}/open-desktop &&
        for file in /usr/lib/*/${library}; do [ ! -e $file ] || mv $file $file.away; done`,
    );
    const open = ['env', `PATH=${stub}:/usr/bin:/bin`, 'sh', `${stub}/open-desktop`, 'comet://connect'];
    const opened = await machine.run(...open);
    await machine.output(
      'sh',
      '-c',
      `for file in /usr/lib/*/${library}.away; do [ ! -e $file ] || mv $file \${file%.away}; done`,
    );
    expect(opened).toMatchObject({
      code: 1,
      output: expect.stringContaining('apt install libwebkit2gtk-4.1-0'),
    });
    expect(opened.output).toContain('--error --no-markup');
    expect(await readFile(inRepository(entry), 'utf8')).toContain('Exec=/usr/lib/comet/open-desktop %u');
  });

  test('an upgrade restarts the daemon', async () => {
    await machine.systemctlCalls();
    await dpkg('--install', deb('comet'));
    const calls = await machine.systemctlCalls();
    expect(calls).toContainEqual(expect.stringMatching(/\brestart cometd\.service$/));
    expect(calls.join('\n')).not.toMatch(/\bstop\b/);
  });

  test('unblocks traffic when it is removed while blocking', async () => {
    await machine.output('comet', 'lockdown', 'on');
    expect(await machine.output('nft', 'list', 'tables')).toContain('inet comet');
    expect(await machine.output('/usr/lib/comet/lockdown/load-lockdown', '/var/lib/comet/lockdown.nft')).toBe(
      '',
    );
    // Stops the daemon like systemd: under lockdown its shutdown does not unblock traffic.
    const ended = once(daemon, 'exit');
    daemon.kill('SIGTERM');
    await ended;
    expect(await machine.output('nft', 'list', 'tables')).toContain('inet comet');
    await dpkg('--remove', 'comet');
    expect(await machine.systemctlCalls()).toContainEqual(expect.stringMatching(/\bstop cometd\.service$/));
    expect(await machine.output('nft', 'list', 'tables')).not.toContain('comet');
    expect((await machine.run('test', '-e', '/usr/bin/comet')).code).toBe(1);
    expect((await machine.run('test', '-e', '/var/lib/comet/state.json')).code).toBe(0);
  });

  test('purging removes everything', async () => {
    await dpkg('--purge', 'comet');
    expect(await changes()).toEqual([]);
    expect((await machine.run('getent', 'group', 'comet')).code).toBe(2);
    for (const place of ['/run/comet', '/var/cache/comet'])
      expect((await machine.run('test', '-e', place)).code).toBe(1);
  });
});

describe('the package of gateways and exits', () => {
  test('installs alongside the client, and systemd accepts its units', async () => {
    await dpkg('--install', deb('comet'), deb('comet-gateway'));
    expect(await machine.output('dpkg', '--verify', 'comet-gateway')).toBe('');
    const parts = ['comet-relay', 'comet-listener', 'comet-dns-filter', 'comet-transport'].map(
      (name) => `/usr/lib/comet-gateway/${name}`,
    );
    await machine.output('ls', ...parts);
    expect(
      await verified(
        ...['comet-gateway.service', 'comet-gateway-closed.service', 'comet-exit.service'],
        'comet-bridge.service',
      ),
    ).toBe('');
  });

  test('its programs start with the bundled Node, and print the missing settings', async () => {
    expect(await machine.run('/usr/lib/comet-gateway/comet-gateway')).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not set: it must be'),
    });
    expect(await machine.run('comet-exit', 'status')).toMatchObject({
      output: expect.stringContaining('comet-exit join'),
    });
  });

  test('removing and purging both removes everything', async () => {
    await machine.output('nft', 'add table inet comet_gateway; add table inet exit_comet_exit');
    await machine.output('ip', 'rule', 'add', 'pref', '29000', 'fwmark', '0x400000', 'table', '40000');
    await machine.output('ip', 'route', 'add', 'unreachable', 'default', 'table', '40000');
    await dpkg('--purge', 'comet', 'comet-gateway');
    expect(await machine.output('nft', 'list', 'tables')).toBe('');
    expect(await machine.output('ip', 'rule', 'show')).not.toContain('29000');
    expect(await machine.output('ip', 'route', 'show', 'table', 'all')).not.toContain('40000');
    expect(await changes()).toEqual([]);
  });
});

describe('the rpms', () => {
  const rpm = (...args: readonly string[]): Promise<string> => machine.output('rpm', ...args);
  // Differences: updates by apt, and another folder for zsh completions.
  const forDebian = /install-update$|com\.cometvpn\.policy$/;

  test.each(['comet', 'comet-gateway', 'comet-control'] as const)(
    '%s has the files of the deb with the same owner and mode',
    async (name) => {
      const { deb: debian, rpm: redHat } = packages[name];
      const inDeb = (await machine.output('dpkg-deb', '--contents', debian)).trim().split('\n');
      const listed = (
        await rpm(
          '-qp',
          '--queryformat',
          '[%{FILEMODES:perms} %{FILEUSERNAME}/%{FILEGROUPNAME} %{FILENAMES}\n]',
          redHat,
        )
      )
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('d'));
      const files = inDeb
        .map((line) => line.split(/ +/))
        .filter(([mode = '', , , , , path = '']) => !mode.startsWith('d') && !forDebian.test(path))
        .map(([mode, owner, , , , path = '']) => `${mode} ${owner} ${path.replace(/^\./, '')}`)
        .map((line) => line.replace('zsh/vendor-completions', 'zsh/site-functions'));
      expect(listed.toSorted()).toEqual(files.toSorted());
    },
  );

  test('installation starts the daemon; removal leaves only its state', async () => {
    await machine.output('rm', '-rf', '/var/lib/comet');
    await machine.systemctlCalls();
    await rpm('--install', '--nodeps', packages.comet.rpm);
    expect(await machine.systemctlCalls()).toEqual([
      '--no-reload enable cometd.service comet-lockdown.service',
      'daemon-reload',
      'start cometd.service',
    ]);
    expect(await rpm('--verify', '--nodeps', 'comet')).toBe('');
    expect(await machine.output('getent', 'group', 'comet')).toMatch(/^comet:/);
    await startDaemon();
    expect(await machine.output('comet', 'status')).toMatch(/disconnected/i);
    expect((await machine.run('comet', 'lockdown', 'on')).code).toBe(0);
    const ended = once(daemon, 'exit');
    daemon.kill('SIGTERM');
    await ended;
    await machine.systemctlCalls();
    await rpm('--erase', 'comet');
    expect(await machine.systemctlCalls()).toEqual([
      '--no-reload disable cometd.service comet-lockdown.service',
      'stop cometd.service',
      'daemon-reload',
    ]);
    expect(await machine.output('nft', 'list', 'tables')).not.toContain('comet');
    for (const [place, code] of [
      ['/usr/bin/comet', 1],
      ['/usr/lib/comet', 1],
      ['/var/lib/comet/state.json', 0],
    ] as const)
      expect(await machine.run('test', '-e', place)).toMatchObject({ code });
  });

  test('an upgrade restarts running services and does not stop them', async () => {
    await rpm('--install', '--nodeps', packages['comet-gateway'].rpm);
    await machine.systemctlCalls();
    await rpm('--upgrade', '--force', '--nodeps', packages['comet-gateway'].rpm);
    expect(await machine.systemctlCalls()).toEqual([
      'daemon-reload',
      'try-restart comet-gateway.service comet-exit.service comet-bridge.service',
      'daemon-reload',
    ]);
  });
});

/** Starts the daemon like its unit: the overlay machine has no systemd. */
async function startDaemon(): Promise<void> {
  const unit = await machine.output('cat', '/usr/lib/systemd/system/cometd.service');
  const command = /^ExecStart=(\S+)$/m.exec(unit)?.[1] ?? '';
  daemon = machine.start('sh', '-c', `set -a; . /etc/comet/environment; exec ${command}`);
  const ended = once(daemon, 'exit').then(() => Promise.reject(new Error('cometd ended at once')));
  await Promise.race([once(daemon.stderr ?? daemon, 'data'), ended]);
  await vi.waitFor(async () => expect((await machine.run('comet', 'status')).code).toBe(0), {
    timeout: 20_000,
  });
}
