import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  connectThrough,
  exitAt,
  type Field,
  openEcho,
  openField,
  password,
  readChunk,
} from '../../../../test/proxy-field.ts';

describe('through a provider', () => {
  let field: Field;
  let provider: Field;
  let echo: Awaited<ReturnType<typeof openEcho>>;
  beforeEach(async () => {
    [field, provider, echo] = await Promise.all([openField(), openField(), openEcho()]);
  });
  afterEach(() => Promise.all([field.proxy.close(), provider.proxy.close(), echo.close()]));

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
    field.exits(endpoint([22]));
    const authority = `127.0.0.1:${echo.port}`;
    const { socket } = await connectThrough(field.port, authority);
    await readChunk(socket);
    field.exits(endpoint([22]));
    socket.write('still here');
    expect((await readChunk(socket))?.toString()).toBe('still here');
    field.exits(endpoint([22, echo.port]));
    expect(await readChunk(socket)).toBeNull();
    expect((await connectThrough(field.port, authority)).head).toContain('Comet-Error: destination_refused');
  });
});
