import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  connectThrough,
  exitAt,
  type ProxyFixture,
  openEcho,
  openProxyFixture,
  password,
  readChunk,
} from '../../../../test/proxy-fixture.ts';

describe('through a provider', () => {
  let fixture: ProxyFixture;
  let provider: ProxyFixture;
  let echo: Awaited<ReturnType<typeof openEcho>>;
  beforeEach(async () => {
    [fixture, provider, echo] = await Promise.all([openProxyFixture(), openProxyFixture(), openEcho()]);
  });
  afterEach(() => Promise.all([fixture.proxy.close(), provider.proxy.close(), echo.close()]));

  const endpoint = (ports: number[]) =>
    exitAt('one/US', {
      kind: 'upstream',
      outlet: {
        ...{ kind: 'upstream', protocol: 'http', host: '127.0.0.1', port: provider.port },
        ...{ usernameTemplate: 'abc123', password },
      },
      rules: { ports, networks: [], names: [] },
    });

  test('open connections continue under unchanged rules, and end with new ones, which apply from then on', async () => {
    fixture.exits(endpoint([22]));
    const authority = `127.0.0.1:${echo.port}`;
    const { socket } = await connectThrough(fixture.port, authority);
    await readChunk(socket);
    fixture.exits(endpoint([22]));
    socket.write('still here');
    expect((await readChunk(socket))?.toString()).toBe('still here');
    fixture.exits(endpoint([22, echo.port]));
    expect(await readChunk(socket)).toBeNull();
    expect((await connectThrough(fixture.port, authority)).head).toContain(
      'Comet-Error: destination_refused',
    );
  });
});
